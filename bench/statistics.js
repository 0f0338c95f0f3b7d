/** The value below which a share of the numbers lies, between two of them on the straight line that joins them. */
export const quantile = (numbers, share) => {
  const sorted = [...numbers].sort((one, other) => one - other);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place - Math.floor(place));
};

/** Median and quartiles of some numbers. */
export const spread = (numbers) => ({
  median: quantile(numbers, 0.5),
  quartiles: [quantile(numbers, 0.25), quantile(numbers, 0.75)],
});
