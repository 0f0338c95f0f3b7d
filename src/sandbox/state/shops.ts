import type { Shop } from '../../service/shop-lookup.ts';

export interface SandboxShop {
  id: string;
  domains: readonly [string, ...string[]];
  name: string;
  countryCodes: readonly [string, ...string[]];
  url: string;
  currency: string;
  styles: NonNullable<Shop['styles']>;
}

/** The shop that examples name. */
export const defaultShop: SandboxShop = {
  id: 'shop-second-meadow',
  domains: ['second-meadow.example', 'outlet.second-meadow.example'],
  name: 'Second Meadow',
  countryCodes: ['US', 'CA'],
  url: 'https://resale.second-meadow.example',
  currency: 'USD',
  styles: {
    primaryButtonBackgroundColor: '#1f5c3f',
    primaryButtonFontColor: '#ffffff',
    primaryButtonBorder: '1px solid #1f5c3f',
  },
};

export const sandboxShops: readonly SandboxShop[] = [
  defaultShop,
  {
    id: 'shop-harbour-loft',
    domains: ['harbour-loft.example'],
    name: 'Harbour Loft Re-Worn',
    countryCodes: ['GB'],
    url: 'https://again.harbour-loft.example',
    currency: 'GBP',
    styles: {
      primaryButtonBackgroundColor: '#14213d',
      primaryButtonFontColor: '#fca311',
      primaryButtonBorder: 'none',
    },
  },
  {
    id: 'shop-kleiderkreis',
    domains: ['kleiderkreis.example'],
    name: 'Kleiderkreis Zweite Größe',
    countryCodes: ['DE'],
    url: 'https://zweite.kleiderkreis.example',
    currency: 'EUR',
    styles: {
      primaryButtonBackgroundColor: '#fffdf7',
      primaryButtonFontColor: '#222222',
      primaryButtonBorder: '2px dashed #b5651d',
    },
  },
];

export const shopOf = ({ shopId }: { shopId: string }): SandboxShop =>
  sandboxShops.find(({ id }) => id === shopId) ?? defaultShop;

export const shownShop = ({ id, name, countryCodes, url, styles }: SandboxShop): Shop => ({
  serviceShopName: name,
  countryCodes: [...countryCodes],
  url,
  serviceId: id,
  styles,
});
