// What all players need: their task, the first argument as JSON, and a line of JSON for each thing that they report.

export function task<T>(): T {
  return JSON.parse(process.argv[2] ?? "") as T;
}

export function say(report: unknown): void {
  console.log(JSON.stringify(report));
}
