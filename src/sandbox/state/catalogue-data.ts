/** What the sandbox's products are made of. Brands, people and places are invented. */

export const brands = [
  { name: 'Northfell', code: 'NFL' },
  { name: 'Linden & Rye', code: 'LRY' },
  { name: 'Møllebakke', code: 'MLB' },
  { name: 'Atelier Brumelle', code: 'ABR' },
  { name: 'Kōfuya Works', code: 'KFW' },
  { name: "Tilly's Haberdash", code: 'TLH' },
  { name: 'Oranżarka', code: 'ORZ' },
  { name: 'Saltmarsh Supply', code: 'SMS' },
  { name: 'Peña Verdina', code: 'PVD' },
  { name: 'Quarter & Quill', code: 'QQL' },
  { name: 'Überland', code: 'UBL' },
  { name: 'Finchwater', code: 'FWT' },
] as const;

const letters = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const;
const waists = ['26/30', '28/32', '30/32', '32/32', '34/34', '36/34'] as const;
const shoes = ['36', '37', '38', '39', '40', '41', '42', '43', '44'] as const;
const years = ['2Y', '4Y', '6Y', '8Y', '10Y', '12Y'] as const;
const one = ['One Size'] as const;

/** Kinds of items, with their range of prices when new, in the smallest unit of the currency. */
export const itemKinds = [
  { name: 'Parka', code: 'PARKA', department: 'Outerwear', sizes: letters, from: 14000, to: 42000 },
  { name: 'Rain Jacket', code: 'RAIN', department: 'Outerwear', sizes: letters, from: 9000, to: 28000 },
  { name: 'Übergangsmantel', code: 'COAT', department: 'Outerwear', sizes: letters, from: 16000, to: 52000 },
  { name: 'Fleece Pullover', code: 'FLEEC', department: 'Tops', sizes: letters, from: 5000, to: 16000 },
  { name: 'Crêpe Blouse', code: 'BLOUS', department: 'Tops', sizes: letters, from: 4500, to: 19000 },
  { name: 'Oxford Shirt', code: 'SHIRT', department: 'Tops', sizes: letters, from: 4000, to: 12000 },
  { name: '"Selvedge" Jeans', code: 'JEANS', department: 'Bottoms', sizes: waists, from: 7000, to: 24000 },
  { name: 'Corduroy Trousers', code: 'CORD', department: 'Bottoms', sizes: waists, from: 6000, to: 18000 },
  { name: 'Wrap Dress', code: 'DRESS', department: 'Dresses', sizes: letters, from: 6500, to: 29000 },
  { name: 'Trail Shoes', code: 'TRAIL', department: 'Shoes', sizes: shoes, from: 8000, to: 21000 },
  { name: 'Chelsea Boots', code: 'BOOTS', department: 'Shoes', sizes: shoes, from: 11000, to: 34000 },
  { name: '24" Weekender', code: 'BAG', department: 'Bags', sizes: one, from: 9500, to: 39000 },
  { name: 'Merino Beanie', code: 'BEANI', department: 'Accessories', sizes: one, from: 2000, to: 6500 },
  { name: 'Snow Overall', code: 'SNOW', department: 'Kids', sizes: years, from: 5500, to: 15000 },
] as const;

export const colours =
  'Moss Green, Ink Blue, Écru, Charcoal, Rosé, Mustard, Off-White, Black, Aubergine, Sky'.split(', ');

export const productLines =
  'Aurora, Heritage, Tidewater, “Field No. 7”, Nørreskov, Everyday, Summit, Señorial, Studio, 雪割'.split(
    ', ',
  );

export const stylesOfDepartment = {
  Outerwear: ['Outdoor', 'Casual'],
  Tops: ['Casual', 'Workwear'],
  Bottoms: ['Casual', 'Denim'],
  Dresses: ['Evening', 'Romantic'],
  Shoes: ['Outdoor', 'Streetwear'],
  Bags: ['Travel', 'Minimal'],
  Accessories: ['Casual', 'Winter'],
  Kids: ['Play', 'Winter'],
} as const;

export const tags = 'last-season repairable wool organic-cotton limited returns sample vegan'.split(' ');

export const remarks = [
  'Worn a handful of times; the zip runs smoothly and all buttons are there.',
  'A reader\'s favourite: "fits like the day I bought it". Washed at 30 °C.',
  'One small mark inside the collar, not to be seen when worn.',
  'Comes with its spare buttons – and the original dust bag.',
  'From a return; checked, steamed and photographed by hand in our café-turned-studio.',
  'Slight fading on the shoulders, priced accordingly.',
] as const;
