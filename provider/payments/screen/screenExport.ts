/** The constants of the payment screen as files for an app. None holds a token: what they make takes it at run time. */
import { ChecksError } from "../../core/errors";
import { orderFields, type ScreenConstants } from "./screen";

/** Kinds of file. */
export type ScreenFormat = "json" | "dart" | "typescript";

const HEADER = "Parameters of the payment screen, made by pulumi-checks. Do not edit.";

/**
 * The file's text, with a line break at its end.
 * @throws {ChecksError} when there is no such format, as JavaScript may name one.
 */
export function exportScreen(constants: ScreenConstants, format: ScreenFormat): string {
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format](constants);
  throw new ChecksError({
    subject: "payment screen",
    property: "format",
    reason: `must be one of ${Object.keys(FORMATS).join(", ")}`,
  });
}

const FORMATS: Record<ScreenFormat, (constants: ScreenConstants) => string> = {
  json: (constants) => `${JSON.stringify(constants, null, 2)}\n`,
  typescript,
  dart,
};

function typescript(constants: ScreenConstants): string {
  return `// ${HEADER}
export const paymentScreen = ${JSON.stringify(constants, null, 2)} as const;

/** What belongs to one order. The token comes from the SDK token operation, when the app runs. */
export interface PaymentOrder {
  token: string;
  orderId: string;
  customerName: string;
  amount: number;
  email: string;
  mobile: string;
  productDetail?: Record<string, string>[];
}

/** All parameters of the payment screen for one order. */
export function paymentScreenParameters(order: PaymentOrder) {
  return { productDetail: [], ...order, ...paymentScreen };
}
`;
}

/** Plain Dart: enum members by name and colours by number, so that it needs no package. */
function dart(constants: ScreenConstants): string {
  const entries = Object.entries(constants);
  const declarations = entries.map(([name, value]) => `  static const ${name} = ${dartValue(name, value)};`);
  const uses = entries.map(([name]) => `      '${name}': PaymentScreenConstants.${name},`);
  return `// ${HEADER}
abstract final class PaymentScreenConstants {
${declarations.join("\n")}
}

/// All parameters of the payment screen for one order. The token comes from the SDK token operation, when the app
/// runs. Enum members are names (\`PackageMode.values.byName\`), colours numbers (\`Color\`).
Map<String, Object> paymentScreenParameters({
  required String token,
  required String orderId,
  required String customerName,
  required double amount,
  required String email,
  required String mobile,
  List<Map<String, String>> productDetail = const [],
}) =>
    {
${Object.keys(orderFields)
  .map((name) => `      '${name}': ${name},`)
  .join("\n")}
${uses.join("\n")}
    };
`;
}

function dartValue(name: string, value: ScreenConstants[string]): string {
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `<String>[${value.map(dartText).join(", ")}]`;
  return name.endsWith("Color") ? dartColor(value) : dartText(value);
}

/** `#0F4C81` → `0xFF0F4C81`. */
function dartColor(color: string): string {
  return `0x${color.slice(1).padStart(8, "F").toUpperCase()}`;
}

function dartText(text: string): string {
  const escaped = text
    .replace(/[\\'$]/g, "\\$&")
    .replace(/\n/g, "\\n")
    .replace(/\r/g, "\\r");
  return `'${escaped}'`;
}
