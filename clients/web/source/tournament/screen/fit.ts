// Letters as large as rows allow that have to be seen as a whole: on how many pages, in how many columns, in which size.

export interface Box {
  width: number;
  height: number;
}

export interface Fitted {
  /** Of the letters, in pixels. */
  size: number;
  /** How wide a column is, in pixels. */
  width: number;
  /** The numbers of the rows in each column of each page. */
  pages: readonly (readonly (readonly number[])[])[];
}

export interface Letters {
  /** In which size they can be read across the room, in pixels: rather than with smaller ones there are more pages. */
  least: number;
  most: number;
  /** How many columns there can be. */
  columns: number;
}

/** How wide a column is at least, and how far it is from the next one, in letters. */
const NARROWEST = 15;
export const GAP = 1.5;

/** Where a row does not fit onto a page, letters are smaller than they should be. */
const SMALLEST = 6;

/** Sizes are tried in steps of this ratio. */
const STEP = 1.04;

/** Heights of all rows, in pixels, in this size of letters and width of a column; infinite where a word does not fit. */
export type Measure = (size: number, width: number) => readonly number[];

/** The fewest pages on which letters can be read, and the largest letters for that many. */
export function fit(box: Box, letters: Letters, measure: Measure): Fitted {
  let least = letters.least;
  let best = arranged(box, least, letters.columns, measure);
  while (best === null && least > SMALLEST) {
    least /= STEP;
    best = arranged(box, least, letters.columns, measure);
  }
  if (best === null) return { size: least, width: box.width, pages: [[measure(least, box.width).map((_, at) => at)]] };
  let [low, high] = [0, Math.max(0, Math.floor(Math.log(letters.most / least) / Math.log(STEP)))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const found = arranged(box, least * STEP ** middle, letters.columns, measure);
    if (found !== null && found.pages.length <= best.pages.length) [low, best] = [middle, found];
    else high = middle - 1;
  }
  return best;
}

/** The rows in the number of columns that needs the fewest pages; null if one of them is higher than a page. */
function arranged(box: Box, size: number, mostColumns: number, measure: Measure): Fitted | null {
  let best: Fitted | null = null;
  for (let count = 1; count <= mostColumns; count++) {
    const width = Math.floor((box.width - (count - 1) * GAP * size) / count);
    if (count > 1 && width < NARROWEST * size) break;
    const columns = filled(measure(size, width), box.height);
    if (columns === null) continue;
    const pages = Array.from({ length: Math.ceil(columns.length / count) }, (_, page) => columns.slice(page * count, (page + 1) * count));
    if (best === null || pages.length < best.pages.length) best = { size, width, pages };
  }
  return best;
}

/** The rows one below the other, with a new column wherever one is full; null if one is higher than a column. */
export function filled(heights: readonly number[], most: number): number[][] | null {
  const columns: number[][] = [[]];
  let used = 0;
  for (const [at, height] of heights.entries()) {
    if (height > most) return null;
    if (used + height > most) {
      columns.push([]);
      used = 0;
    }
    columns.at(-1)!.push(at);
    used += height;
  }
  return columns;
}
