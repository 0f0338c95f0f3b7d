const product = (number: number) => ({
  productID: `product-${number}`,
  productURL: `https://shop.example/${number}`,
  productTitle: `Coat, "warm" ${number}`,
  productDescription: 'A [coat] with {pockets}, and a \\ in its label',
  size: 'M',
  image: `https://images.example/${number}.jpg`,
  price: number + 0.5,
  brand: 'Harbour',
  productStock: 1,
  productAvailable: true,
  condition: 'GOOD',
});

/** The file of the product feed, of 40 products. */
export const feedText = `[${Array.from({ length: 40 }, (_, index) => JSON.stringify(product(index))).join(',\n')}]\n`;
