/** How often the engine writes its state: after each resource, or once. */
export const MODES = {
  on: {},
  off: { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" },
};
