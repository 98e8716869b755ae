/** The layout of the product as CONTRIBUTING.md shows it; the linter enforces it file by file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SCRIPTS, script } from "../../support/scripts/script";

type Graph = Map<string, string[]>;

const { cycleIn, fileImports, roomImports } = script<{
  cycleIn(graph: Graph): string[] | undefined;
  fileImports(root: string): Graph;
  roomImports(files: Graph): Map<string, Map<string, number>>;
}>("imports/graph.mjs");
const { layerOf } = script<{ layerOf(room: string): number | undefined }>("imports/layers.mjs");
const { drawing } = script<{ drawing(rooms: Map<string, Map<string, number>>): string }>(
  "imports/drawing.mjs",
);

const ROOT = join(SCRIPTS, "..");

describe("the imports of the product", () => {
  const files = fileImports(ROOT);
  const rooms = roomImports(files);

  it("are those of all folders that are compiled", () => {
    const { include } = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8")) as {
      include: string[];
    };
    expect([...new Set([...files.keys()].map((file) => file.split("/")[0]))].sort()).toEqual(include.sort());
    expect(files.get("sdk/index.ts")).toContain("sdk/payments/index.ts");
  });

  it("go down from layer to layer, and each room has one", () => {
    const layer = (room: string) => layerOf(room) ?? Number.NaN;
    const others = [...rooms].flatMap(([room, uses]) =>
      [...uses.keys()].filter((used) => !(layer(room) > layer(used))).map((used) => `${room} -> ${used}`),
    );
    expect(others).toEqual([]);
  });

  it("go in no circle, from file to file", () => {
    expect(cycleIn(files)).toBeUndefined();
    expect(
      cycleIn(
        new Map([
          ["a", ["b"]],
          ["b", ["c"]],
          ["c", ["b"]],
        ]),
      ),
    ).toEqual(["b", "c", "b"]);
  });

  it("are as CONTRIBUTING.md draws them", () => {
    const text = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
    const [, drawn] = /<!-- drawing: imports -->\n([\s\S]*?)\n<!-- end of drawing -->/.exec(text) ?? [];
    expect(drawn).toBe(drawing(rooms));
  });

  it("join files that can be read at one go: none is above 300 lines", () => {
    const lines = (file: string) => readFileSync(join(ROOT, file), "utf8").trimEnd().split("\n").length;
    expect([...files.keys()].filter((file) => lines(file) > 300)).toEqual([]);
  });
});
