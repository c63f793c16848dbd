import type { Manifest, PluginKind } from '@datacortex/plugin'
import type { ModuleFiles } from './module-files.ts'

/** The code of a module that this program would run, inside itself and without a sandbox. */
export type ModuleCode = {
  /** The file that is imported first. */
  readonly entry: string
  /** Every file of code, the entry first. */
  readonly files: readonly string[]
  /** As far as the manifest tells; what else it is only the code itself says. */
  readonly kinds: readonly PluginKind[]
  /** The points of the program at which it is called. */
  readonly hooks: readonly string[]
}

const codeFile = /\.(?:[cm]?[jt]sx?|node|wasm)$/i

/** Says what code a module brings, by its manifest and the names of its files. */
export function describeCode(
  { provides }: Manifest,
  { entry, files }: { readonly entry: string; readonly files: ModuleFiles },
): ModuleCode {
  const provided = [
    ['source', Object.keys(provides.sources)],
    ['sub-agent', Object.keys(provides.subagents)],
    ['hooks', provides.hooks],
  ] as const
  const others = [...files.keys()].filter(
    (path) => path !== entry && codeFile.test(path) && !/\.d\.[cm]?ts$/.test(path),
  )
  return {
    entry,
    files: [entry, ...others.sort()],
    kinds: provided.filter(([, ids]) => ids.length > 0).map(([kind]) => kind),
    hooks: provides.hooks,
  }
}
