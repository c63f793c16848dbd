import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createWritesBroker, ownPaths, spacePaths } from '@datacortex/platform'
import { onTestFinished } from 'vitest'
import { openKnowledgeExtractor } from '../extract-knowledge.ts'
import type { KnowledgeInput } from '../knowledge-input.ts'
import type { KnowledgeResult } from '../knowledge-result.ts'
import type { KnowledgePorts } from '../ports.ts'
import { filePool } from './file-reader.ts'

/** A space of its own for one test: its ports, and its files. */
export async function knowledgeSpace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  ports: Partial<KnowledgePorts> = {},
): Promise<{
  readonly root: string
  readonly ports: KnowledgePorts
  readonly write: (path: string, content: string | Uint8Array) => Promise<string>
  readonly read: (path: string) => Promise<string>
  readonly list: (folder: string) => Promise<readonly string[]>
}> {
  const root = await mkdtemp(join(tmpdir(), 'knowledge-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const write = async (path: string, content: string | Uint8Array): Promise<string> => {
    const file = join(root, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
    return file
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  return {
    root,
    write,
    read: async (path) => await readFile(join(root, path), 'utf8'),
    // A killed writer leaves hidden files behind, which nothing reads; the whole texts lie in a folder of their own.
    list: async (folder) =>
      (await readdir(join(root, folder), { withFileTypes: true }).catch(() => []))
        .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort(),
    ports: {
      paths: ownPaths(spacePaths(root)),
      space: '0-personal',
      subAgents: filePool(),
      writes: createWritesBroker({ root, grants: ['0-personal/**', 'inbox/**'] }),
      now: () => Date.UTC(2025, 0, 2, 3, 4, 5),
      ...ports,
    },
  }
}

/** Two paragraphs about tides, with ideas that stand by themselves. */
export const tides = `# Spring tides

Spring tides occur when the Sun and the Moon pull the sea along one line. The water then rises higher than on other days of the month.

## Harbours

Harbour walls in northern Europe are built about one metre above the highest spring tide. Storm surges raise the water by another two metres in bad winters. Engineers add gates that close before a storm arrives.

Neap tides follow seven days later, when Sun and Moon pull at a right angle. The difference between high and low water is smallest on these days.
`

/** Aborts never. */
export const signal: AbortSignal = new AbortController().signal

/** What one input is turned into, by an extractor of its own. */
export async function extractKnowledge(
  input: KnowledgeInput,
  ports: KnowledgePorts,
  { signal }: { signal: AbortSignal },
): Promise<readonly KnowledgeResult[]> {
  return await openKnowledgeExtractor(ports).extract(input, { signal })
}
