/** Guardrails and capacity retention need the same variant name in the old and the new configuration, so it never changes. */
export const DEFAULT_VARIANT_NAME = 'AllTraffic';
