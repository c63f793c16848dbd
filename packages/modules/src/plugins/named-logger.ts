import type { Logger } from '@datacortex/plugin'

/** A logger that says in each line which module wrote it, as `plugin`, which the module itself can't change. */
export function namedLogger(plugin: string, log: Logger | undefined): Logger {
  return {
    debug: (facts, message) => log?.debug({ ...facts, plugin }, message),
    info: (facts, message) => log?.info({ ...facts, plugin }, message),
    warn: (facts, message) => log?.warn({ ...facts, plugin }, message),
    error: (facts, message) => log?.error({ ...facts, plugin }, message),
  }
}
