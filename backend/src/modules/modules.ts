import type { Platform } from '../platform/platform.ts'

/** Every module, in the order in which they may lean on each other. */
export function mountModules(_platform: Platform): void {}
