// Tables for spreadsheets, as the server writes them: with a byte order mark, and no text that is taken for a formula.

import { language } from "../strings/index.js";

/** Also after what a spreadsheet may split a cell at. */
const FORMULA = /(?:^|(?<=[;,\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])/g;

const APOSTROPHE = String.fromCharCode(39);

export function csvOf(rows: readonly (readonly string[])[]): string {
  // Spreadsheets of languages with a decimal comma expect semicolons.
  const separator = (0.5).toLocaleString(language).includes(",") ? ";" : ",";
  return `\ufeff${rows.map((row) => row.map(cellOf).join(separator)).join("\r\n")}\r\n`;
}

const cellOf = (text: string): string => `"${text.replace(FORMULA, APOSTROPHE).replaceAll('"', '""')}"`;
