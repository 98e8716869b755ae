/**
 * The SDK's types as people read them: the compiler writes `interface CheckArgs extends ArgsOf<typeof checkFields>`,
 * which says nothing to who hovers over a field. Here each such interface of the compiled library is written out, field by
 * field, with what the field is, its unit and its default.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { filesBelow } from "../setup/stamp.mjs";
import { declarationProgram, localImports, withoutUnused } from "./declarationProgram.mjs";
import { docsIn } from "./docs.mjs";

/** Types that are made of a schema. */
const MADE = /\b(?:ArgsOf|OutputsOf|ResultOf|InputsOf|SettingsOf)</;
/** What interfaces of arguments are called. */
const GIVEN = /(?:Args|Options)$/;
const FUNCTIONS = "provider/monitor/functions";
/** Where the arguments of providers, and the arguments and results of functions take their fields from. */
const SHARED = [
  "provider/http/settings.ts",
  `${FUNCTIONS}/selector.ts`,
  `${FUNCTIONS}/checkResult.ts`,
  "provider/monitor/check/checkFields.ts",
  "provider/monitor/api.ts",
  "provider/payments/paymentsConfig/paymentsConfigFields.ts",
  "provider/payments/refund/refundFields.ts",
  "provider/payments/refund/refundFunction.ts",
  "provider/payments/invoiceShare/invoiceShare.ts",
];
/** Where files are that are named as what they declare. */
const OWN = [FUNCTIONS, "provider/payments", "provider/payments/transaction"];

/** Writes out the interfaces in the declarations of the SDK in `dist`. */
export function writeOutInterfaces(root, dist) {
  const files = filesBelow([join(dist, "sdk")], ".d.ts").filter((file) =>
    MADE.test(readFileSync(file, "utf8")),
  );
  const program = declarationProgram(root, files);
  const writer = new Writer(program.getTypeChecker(), root, dist);
  for (const [file, text] of files.map((file) => [file, writer.written(program.getSourceFile(file))])) {
    writeFileSync(file, text);
  }
}

class Writer {
  constructor(checker, root, dist) {
    this.checker = checker;
    this.root = root;
    this.dist = dist;
    const load = createRequire(join(dist, "provider", "index.js"));
    this.fields = Object.assign(
      { Provider: load("./monitor/settings.js").settingFields },
      { Merchant: load("./payments/settingFields.js").merchantSettingFields },
      ...Object.values(load("./hosts/definitions.js").definitions).map(byKind),
    );
    this.defaultOf = load("./core/fields.js").defaultOf;
  }

  /** The text of a file of declarations, its interfaces written out. */
  written(source) {
    let text = source.text;
    const interfaces = source.statements.filter(
      (node) => ts.isInterfaceDeclaration(node) && MADE.test(node.getText(source)),
    );
    for (const node of interfaces.reverse()) {
      text = text.slice(0, node.getStart(source)) + this.plain(source, node) + text.slice(node.getEnd());
    }
    const needsPulumi = /\bpulumi\./.test(text) && !/\bpulumi\b.* from "@pulumi\/pulumi"/.test(text);
    return withoutUnused(needsPulumi ? `import type * as pulumi from "@pulumi/pulumi";\n${text}` : text);
  }

  plain(source, node) {
    const clauses = (node.heritageClauses ?? []).flatMap(({ types }) => [...types]);
    const kept = clauses
      .filter((type) => !MADE.test(type.getText(source)))
      .map((type) => type.getText(source));
    const own = node.members.map((member) => `    ${fullText(source, member)}`);
    const ownNames = new Set(node.members.map((member) => member.name?.getText(source)));
    const declared = Object.keys(this.fields[kindOf(node.name.text)] ?? {});
    const members = clauses
      .filter((type) => MADE.test(type.getText(source)))
      .flatMap((type) => this.checker.getPropertiesOfType(this.checker.getTypeAtLocation(type)))
      .filter(({ name }) => !ownNames.has(name))
      .sort(
        (a, b) =>
          (a.flags & ts.SymbolFlags.Optional) - (b.flags & ts.SymbolFlags.Optional) ||
          declared.indexOf(a.name) - declared.indexOf(b.name),
      )
      .map((property) => this.member(source, node, property));
    const heritage = kept.length > 0 ? ` extends ${kept.join(", ")}` : "";
    const exported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      ? "export "
      : "";
    return `${exported}interface ${node.name.text}${heritage} {\n${[...members, ...own].join("\n")}\n}`;
  }

  member(source, node, property) {
    const { name } = property;
    const type = this.checker.getTypeOfSymbolAtLocation(property, node);
    const words = [this.words(node.name.text, name, property), ...this.tags(node.name.text, name, property)];
    const [only, ...more] = words.filter(Boolean);
    const comment =
      more.length > 0
        ? ["/**", ...[only, ...more].map((line) => ` * ${line}`), " */"]
            .map((line) => `    ${line}\n`)
            .join("")
        : only
          ? `    /** ${only} */\n`
          : "";
    const isOutput = /^(?:pulumi\.)?Output/.test(this.printed(source, node, type));
    const optional = property.flags & ts.SymbolFlags.Optional ? "?" : "";
    return `${comment}    ${isOutput ? "readonly " : ""}${name}${optional}: ${this.printed(source, node, type)};`;
  }

  /** A type in the words of Pulumi's documentation. */
  printed(source, node, type) {
    const { aliasSymbol, aliasTypeArguments } = type;
    if (aliasSymbol?.name === "DeepInput")
      return `pulumi.Input<${this.inner(source, node, aliasTypeArguments[0])}>`;
    const text = this.checker.typeToString(type, node, ts.TypeFormatFlags.NoTruncation);
    return localImports(this.dist, source, text)
      .replace(/import\("[^"]*resourceClass"\)\.DeepInput</g, "pulumi.Input<")
      .replace(/\bpulumi\.OutputInstance</g, "pulumi.Output<");
  }

  /** What an input holds: the members of a list are inputs themselves. */
  inner(source, node, type) {
    const options = type.isUnion() ? type.types : [type];
    const lists = options.filter((one) => this.checker.isArrayType(one));
    if (lists.length === 0) return this.printed(source, node, type);
    const element = this.printed(source, node, this.checker.getTypeArguments(lists[0])[0]);
    const others = options
      .filter((one) => !this.checker.isArrayType(one))
      .map((one) => this.printed(source, node, one));
    return [`readonly pulumi.Input<${element}>[]`, ...others].join(" | ");
  }

  words(owner, name, property) {
    const told = ts.displayPartsToString(property.getDocumentationComment(this.checker));
    if (told !== "") return told.replace(/\s+/g, " ");
    const part = GIVEN.test(owner) ? "args" : "result";
    const file = `${owner.charAt(0).toLowerCase()}${owner.slice(1).replace(/(?:Output)?(?:Args|Result)$/, "")}.ts`;
    const own = OWN.map((folder) => `${folder}/${file}`).filter((one) => existsSync(join(this.root, one)));
    const files = [...own, ...SHARED];
    return docsIn(this.root, files, part)(name) ?? "";
  }

  /** The default of an argument, and what to use instead of a field of old. */
  tags(owner, name, property) {
    const type = GIVEN.test(owner) ? this.fields[kindOf(owner)]?.[name] : undefined;
    const standard = type && this.defaultOf(type);
    const deprecated = property.getJsDocTags(this.checker).find((tag) => tag.name === "deprecated");
    return [
      standard === undefined ? "" : `@default ${JSON.stringify(standard)}`,
      deprecated ? `@deprecated ${ts.displayPartsToString(deprecated.text)}` : "",
    ];
  }
}

/** The kind of resource, or the service, whose arguments an interface has. */
const kindOf = (owner) => owner.replace(GIVEN, "");
const byKind = ({ kind, fields, outputs }) => ({ [kind]: { ...fields, ...outputs, ...fields } });

function fullText(source, member) {
  return source.text.slice(member.getFullStart(), member.getEnd()).trim();
}
