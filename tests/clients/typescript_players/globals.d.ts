// What programs use of Node; the package itself needs no types of any place.

declare const process: { argv: string[]; exit(code: number): never };
declare const console: { log(...what: unknown[]): void };
declare module "node:fs" {
  export function readFileSync(path: string, encoding: "utf8"): string;
}
declare function setTimeout(then: () => void, milliseconds: number): unknown;
