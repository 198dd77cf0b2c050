// Tables for spreadsheets, as the server writes them: with a byte order mark, and no text that is taken for a formula.

import { language } from "../strings/index.js";

const FORMULA = /^[\s"]*[=+\-@＝＋－＠]/;

export function csvOf(rows: readonly (readonly string[])[]): string {
  const separator = language === "de" ? ";" : ",";
  return `\ufeff${rows.map((row) => row.map(cellOf).join(separator)).join("\r\n")}\r\n`;
}

const cellOf = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
