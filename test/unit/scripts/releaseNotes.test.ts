import { script } from "../../support/scripts/script";

const { notesOf } = script<{ notesOf(changes: string, version: string, tag?: string): string }>(
  "release/notes.mjs",
);

const RELEASED = "# Changes\n\nWords.\n\n## 0.2.0\n\n- New.\n\n### Also\n\n- More.\n\n## 0.1.0\n\n- Old.\n";
const COMING = RELEASED.replace("## 0.2.0", "## Unreleased\n\n- Coming.\n\n## 0.2.0");

describe("the notes of a release", () => {
  it("are what the change log has under the version", () => {
    expect(notesOf(RELEASED, "0.2.0", "v0.2.0")).toBe(
      "# pulumi-checks 0.2.0\n\n- New.\n\n### Also\n\n- More.\n",
    );
    expect(notesOf(RELEASED, "0.1.0")).toBe("# pulumi-checks 0.1.0\n\n- Old.\n");
  });

  it("are what is coming, while the version is being made", () => {
    expect(notesOf(COMING, "0.2.0")).toBe("# pulumi-checks 0.2.0\n\n- Coming.\n");
    expect(notesOf(RELEASED.replace("## 0.2.0", "## Unreleased\n\n## 0.2.0"), "0.2.0")).toContain("- New.");
  });

  it("are refused for a tag that is not the version, for changes that belong to none, and where there are none", () => {
    expect(() => notesOf(RELEASED, "0.2.0", "v0.3.0")).toThrow(
      "The tag is v0.3.0 and package.json says 0.2.0.",
    );
    expect(() => notesOf(COMING, "0.2.0", "v0.2.0")).toThrow('CHANGELOG.md has changes under "Unreleased".');
    expect(() => notesOf(RELEASED, "0.3.0")).toThrow("CHANGELOG.md says nothing of 0.3.0.");
    expect(() => notesOf("# Changes\n", "0.1.0")).toThrow("says nothing");
  });
});
