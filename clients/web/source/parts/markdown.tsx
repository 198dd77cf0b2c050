// Rules texts (Markdown) as elements of the page: headings, paragraphs, lists, tables, and words in bold or code.
// Nothing becomes markup but what is listed here.

import type { ComponentChildren } from "preact";

export function Markdown({ text }: { text: string }) {
  return <div class="prose">{blocks(text.replaceAll("\r", "").split("\n"))}</div>;
}

function blocks(lines: string[]): ComponentChildren[] {
  const drawn: ComponentChildren[] = [];
  let at = 0;
  const take = (belongs: (line: string) => boolean) => {
    const from = at;
    while (at < lines.length && belongs(lines[at]!)) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,6}) (.*)/.exec(line);
    if (line.trim() === "") at++;
    else if (heading) {
      drawn.push(heading[1]!.length < 3 ? <h3>{inline(heading[2]!)}</h3> : <h4>{inline(heading[2]!)}</h4>);
      at++;
    } else if (line.startsWith("|")) drawn.push(table(take((one) => one.startsWith("|"))));
    else if (/^\s*([-*]|\d+\.) /.test(line)) drawn.push(list(take((one) => /^\s*([-*]|\d+\.) /.test(one) || /^\s+\S/.test(one))));
    else if (line.startsWith("```")) {
      at++;
      drawn.push(<pre tabIndex={0}>{take((one) => !one.startsWith("```")).join("\n")}</pre>);
      at++;
    } else drawn.push(<p>{inline(take((one) => one.trim() !== "" && !/^(#|\||```|\s*([-*]|\d+\.) )/.test(one)).join(" "))}</p>);
  }
  return drawn;
}

function list(lines: string[]): ComponentChildren {
  const items: string[] = [];
  for (const line of lines) {
    const begin = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line);
    if (begin) items.push(begin[1]!);
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  const drawn = items.map((item) => <li>{inline(item)}</li>);
  return /^\s*\d/.test(lines[0]!) ? <ol>{drawn}</ol> : <ul>{drawn}</ul>;
}

function table(lines: string[]): ComponentChildren {
  const cells = (line: string) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => inline(cell.trim()));
  const [head, , ...rows] = lines;
  return (
    <div class="wide" tabIndex={0}>
      <table>
        <thead><tr>{cells(head!).map((cell) => (cell.join("") === "" ? <td /> : <th scope="col">{cell}</th>))}</tr></thead>
        <tbody>{rows.map((row) => <tr>{cells(row).map((cell) => <td>{cell}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}

function inline(text: string): ComponentChildren[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)\s]+\))/).map((part) => {
    if (/^\*\*.+\*\*$/.test(part)) return <b>{part.slice(2, -2)}</b>;
    if (/^`.+`$/.test(part)) return <code>{part.slice(1, -1)}</code>;
    if (/^\*.+\*$/.test(part)) return <em>{part.slice(1, -1)}</em>;
    const link = /^\[(.+)\]\(.+\)$/.exec(part);
    return link ? link[1]! : part;
  });
}
