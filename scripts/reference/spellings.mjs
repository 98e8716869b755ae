/** How each language spells what the schema names. The generators of the SDKs decide; a test compares. */
const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
/** An abbreviation is one word: `walletMerchantID` → `wallet_merchant_id`. */
const snake = (word) => word.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
/** `GetCheck` is how a program in Go takes up a resource that there is. */
const inGo = (name) => (name === "getCheck" ? "LookupCheck" : capital(name));
const same = (word) => word;
/** What is not in the package itself, but in its part for the payment service. */
const within = (part, name, between = ".") => (part === "" ? name : `${part}${between}${name}`);

const JSON_TYPES = { string: "string", boolean: "boolean", any: "any" };

export const SPELLINGS = {
  typescript: {
    title: "TypeScript",
    code: "ts",
    example: "examples/quickstart/index.ts",
    intro:
      "The npm package `pulumi-checks` has the SDK; its plugin, or the dynamic provider, serves the resources.",
    provider: "`new Provider(name, args)`; the default provider takes `checks:` settings of the stack.",
    resource: (kind, part = "") => `new ${within(part, kind)}(name, args, options)`,
    lookUp: (name, part = "") => [`${within(part, name)}(args)`, `${within(part, name)}Output(args)`],
    method: (name) => `check.${name}()`,
    // A class of the SDK, which the schema has as a component.
    components: ["Refund"],
    property: same,
    types: { ...JSON_TYPES, integer: "number", number: "number" },
    list: (item) => (item.includes("|") ? `(${item})[]` : `${item}[]`),
    map: (item) => `Record<string, ${item}>`,
    either: (types) => types.join(" | "),
  },
  python: {
    title: "Python",
    code: "python",
    example: "examples/quickstart-python/__main__.py",
    intro: "The package is `pulumi_checks`, made from the plugin's schema by `npm run sdks python`.",
    provider: "`checks.Provider(name, …)`; the default provider takes `checks:` settings of the stack.",
    resource: (kind, part = "") => `checks.${within(part, kind)}(name, …, opts=None)`,
    lookUp: (name, part = "") => {
      const called = `checks.${within(part, snake(name))}`;
      return [`${called}(…)`, `${called}_output(…)`];
    },
    argument: (type) => `checks.${type}Args(…)`,
    // There Pulumi's SDK gives it as a value like any other, which outputs and state then show.
    plainSecrets: "bare",
    method: (name) => `check.${snake(name)}()`,
    components: true,
    property: snake,
    types: { string: "str", boolean: "bool", integer: "int", number: "float", any: "Any" },
    list: (item) => `Sequence[${item}]`,
    map: (item) => `Mapping[str, ${item}]`,
    either: (types) => types.join(" | "),
  },
  go: {
    title: "Go",
    code: "go",
    example: "examples/quickstart-go/main.go",
    intro:
      "The package is `checks`, with `checks/payments` below it for the payment service, made from the plugin's schema by `npm run sdks go`.",
    provider:
      "`checks.NewProvider(ctx, name, args)`; the default provider takes `checks:` settings of the stack.",
    // A part is a package of its own.
    resource: (kind, part = "") =>
      `${part || "checks"}.New${kind}(ctx, name, &${part || "checks"}.${kind}Args{…})`,
    lookUp: (name, part = "") => {
      const called = `${part || "checks"}.${inGo(name)}`;
      return [`${called}(ctx, &${called}Args{…})`, `${called}Output(ctx, ${called}OutputArgs{…})`];
    },
    argument: (type) => `checks.${type}Args{…}`,
    // Pulumi's SDK gives no secret to a look-up whose result is no output.
    plainSecrets: "refused",
    method: (name) => `check.${capital(name)}(ctx)`,
    components: true,
    property: capital,
    types: { string: "string", boolean: "bool", integer: "int", number: "float64", any: "interface{}" },
    list: (item) => `[]${item}`,
    map: (item) => `map[string]${item}`,
    either: (types) => types.join(" or "),
  },
  java: {
    title: "Java",
    code: "java",
    example: "examples/quickstart-java/src/main/java/quickstart/App.java",
    intro:
      "The package is `com.pulumi.checks`, with `com.pulumi.checks.payments` for the payment service. Arguments of look-ups are in `inputs` below each, results in `outputs`; objects in arguments are all in `com.pulumi.checks.inputs`. Made from the plugin's schema by `npm run sdks java`.",
    provider:
      "`new Provider(name, ProviderArgs.builder()….build())`; the default provider takes `checks:` settings of the stack.",
    resource: (kind) => `new ${kind}(name, ${kind}Args.builder()….build())`,
    lookUp: (name, part = "") => {
      const called = `${capital(part || "checks")}Functions.${name}`;
      const args = (form) => `(${capital(name)}${form}Args.builder()….build())`;
      return [`${called}Plain${args("Plain")}`, `${called}${args("")}`];
    },
    argument: (type) => `${type}Args.builder()….build()`,
    components: true,
    property: same,
    types: { string: "String", boolean: "Boolean", integer: "Integer", number: "Double", any: "Object" },
    list: (item) => `List<${item}>`,
    map: (item) => `Map<String,${item}>`,
    either: (types) => `Either<${types.join(",")}>`,
  },
  csharp: {
    title: "C#",
    intro:
      "The namespace is `Pulumi.Checks`, here with `using Checks = Pulumi.Checks;`, made from the plugin's schema by `npm run sdks csharp`. The tests look at these sources; they do not compile or run them.",
    provider:
      "`new Checks.Provider(name, new() { … })`; the default provider takes `checks:` settings of the stack.",
    resource: (kind, part = "") => `new Checks.${within(capital(part), kind)}(name, new() { … })`,
    lookUp: (name, part = "") => {
      const called = `Checks.${within(capital(part), capital(name))}`;
      return [`${called}.InvokeAsync(new() { … })`, `${called}.Invoke(new() { … })`];
    },
    argument: (type) => `new Checks.Inputs.${type}Args { … }`,
    method: (name) => `check.${capital(name)}()`,
    components: true,
    property: capital,
    types: { string: "string", boolean: "bool", integer: "int", number: "double", any: "object" },
    list: (item) => `${item}[]`,
    map: (item) => `Dictionary<string, ${item}>`,
    either: (types) => types.join(" or "),
  },
  yaml: {
    title: "YAML",
    code: "yaml",
    example: "examples/quickstart-yaml/Pulumi.yaml",
    intro: "A program in YAML needs no SDK: the engine asks the plugin for its schema.",
    provider:
      "A resource of the type `pulumi:providers:checks`; the default provider takes `checks:` settings of the stack.",
    resource: (kind, part = "") => `type: checks:${within(part, kind, ":")}`,
    lookUp: (name, part = "") => [
      `fn::invoke: { function: checks:${within(part, name, ":")}, arguments: { … } }`,
    ],
    components: true,
    property: same,
    types: { ...JSON_TYPES, integer: "integer", number: "number" },
    list: (item) => (item.includes(" or ") ? `list of (${item})` : `list of ${item}`),
    map: (item) => `map of ${item}`,
    either: (types) => types.join(" or "),
  },
};
