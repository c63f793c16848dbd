import { fileURLToPath } from 'node:url'

/** One cache for all end-to-end tests, so that the model is converted once. */
export const sharedCache: string = fileURLToPath(new URL('../../node_modules/.cache/datacortex-e2e', import.meta.url))

/** The environment of a program that runs in this folder. */
export function environment(cwd: string): Record<string, string> {
  const own = /^(?:VITEST|NODE_OPTIONS|NODE_PATH|NODE_ENV|NO_COLOR|FORCE_COLOR|npm_|DATACORTEX_)/
  return {
    ...Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) =>
        value === undefined || own.test(name) ? [] : [[name, value]],
      ),
    ),
    // What the suite says of the machine holds for the programs too.
    DATACORTEX_PATIENCE: process.env['DATACORTEX_PATIENCE'] ?? '',
    DATACORTEX_CACHE_DIR: sharedCache,
    // Otherwise Node would keep it in the temporary folder, which some tests look into.
    NODE_COMPILE_CACHE: `${sharedCache}/compiled`,
    DATACORTEX_CONFIG_DIR: `${cwd}/.test-config`,
  }
}
