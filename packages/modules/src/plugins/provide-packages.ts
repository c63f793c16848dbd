import { realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { systemErrorCode } from '@datacortex/platform'
import { moduleError } from '../errors.ts'

// What a module's code may import although its folder has no node_modules.
const provided = new Set(['@datacortex/plugin', '@datacortex/errors', 'zod'])

// One per process, because module resolution is a thing of the whole process.
const folders = new Set<string>()
let isRegistered = false

// Files of the folder inherit the query of their importer, so that an upgrade in a running process loads all new ones.
/** Lets code of an installed module import what is provided and comes with Node, and nothing else from outside. */
export function providePackages(directory: string): void {
  // Node resolves links, so a space that is reached through one has its modules under another name.
  for (const place of [directory, realpathSync(directory)]) folders.add(`${pathToFileURL(place).href}/`)
  if (isRegistered) return
  isRegistered = true
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const parent = context.parentURL
      const folder = parent === undefined ? undefined : [...folders].find((folder) => parent.startsWith(folder))
      if (parent === undefined || folder === undefined) return nextResolve(specifier, context)
      if (provided.has(specifier)) return nextResolve(specifier, { ...context, parentURL: import.meta.url })
      const importer = relative(fileURLToPath(folder), fileURLToPath(parent))
      const resolved = resolvedOrRefused(specifier, { importer, resolve: () => nextResolve(specifier, context) })
      if (resolved.url.startsWith('node:')) return resolved
      if (!resolved.url.startsWith(folder)) throw moduleError('MODULE_IMPORT_REFUSED', { specifier, importer })
      const { search } = new URL(parent)
      return search === '' || resolved.url.includes('?') ? resolved : { ...resolved, url: `${resolved.url}${search}` }
    },
  })
}

/** A package that is not there is reported like one that lies elsewhere: both have to be bundled. */
function resolvedOrRefused<T>(specifier: string, { importer, resolve }: { importer: string; resolve: () => T }): T {
  try {
    return resolve()
  } catch (error) {
    const isPackage = !/^(?:[./]|[a-z]+:)/i.test(specifier)
    if (!isPackage || systemErrorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw moduleError('MODULE_IMPORT_REFUSED', {
      specifier,
      importer,
      reason: 'no such package comes with the module',
    })
  }
}
