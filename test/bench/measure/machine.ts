import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'

/** What the figures depend on. */
export type Machine = Readonly<
  Record<'cpu' | 'cores' | 'memory' | 'system' | 'node' | 'lancedb' | 'transformers', string>
>

/** Describes this machine and the versions that matter. */
export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: String(availableParallelism()),
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    lancedb: versionOf('@lancedb/lancedb', '@datacortex/vector-store'),
    transformers: versionOf('@xenova/transformers', '@datacortex/embeddings'),
  }
}

/** The version that one of our packages uses. */
function versionOf(name: string, ours: string): string {
  const require = createRequire(createRequire(import.meta.url).resolve(`${ours}/package.json`))
  let folder = dirname(require.resolve(name))
  for (;;) {
    const json = readPackage(join(folder, 'package.json'))
    // A package may hold nested ones without a version that only say `type`.
    if (json?.version !== undefined) return json.version
    if (folder === dirname(folder)) return 'unknown'
    folder = dirname(folder)
  }
}

function readPackage(file: string): { readonly version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { readonly version?: string }
  } catch {
    return undefined
  }
}
