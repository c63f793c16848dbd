import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSpace, inTemporaryFolder, isThere, walkFiles, withLock, writeFileAtomically } from '@datacortex/platform'
import { checkIdentity } from '../identity/check-identity.ts'
import { initIdentity } from '../identity/init-identity.ts'
import { recall } from '../memory/recall.ts'
import { type Mind, identityFile, readMind } from '../mind.ts'
import { mention } from '../peers/mentions.ts'
import { reflect } from '../reflect/reflect.ts'
import { remember } from '../remember.ts'
import type { MindFiles, MindImplementation, TriedMind } from './implementation.ts'

/** datacortex, which reads the layout of the specification too: its files are put where a space has them. */
export const datacortexMind: MindImplementation = {
  name: 'datacortex',
  onCopy: async (files, use) =>
    await inTemporaryFolder('verify', async (folder) => await use(await copied(files, folder))),
}

const agent = 'verified'

async function copied(files: MindFiles, folder: string): Promise<TriedMind> {
  const { paths } = await createSpace(folder)
  const identity = await identityFile(paths, agent)
  const own = { ...files, agent, folder, identity, peers: join(dirname(identity), 'peers.yaml') }
  await copy(files.identity, identity, folder)
  if (await isThere(files.peers)) await copy(files.peers, own.peers, folder)
  const mind = await readMind(paths, agent)
  for (const part of ['knowledge', 'logs'] as const)
    for await (const entry of walkFiles(files[part], { isClosed: true }))
      if (entry.kind === 'file') await copy(entry.path, join(mind[part], entry.relativePath), folder)
  return {
    files: { ...own, knowledge: mind.knowledge, shared: mind.shared, logs: mind.logs },
    database: mind.database,
    discovery: 'static',
    start: async (sender) => await checkIdentity(paths, { agent, sender }),
    recall: async (query, options) => (await recall(mind, query, options)).results.map(({ content }) => content),
    remember: async (text, options) => await remember(mind, { text, ...options }),
    reflect: async (options) => await reflected(mind, options),
    mention: async (name) => (await mention(mind, name)).mention_syntax,
    whileLocked: async (run) => await withLock(mind.lock, run),
    plant: async ({ uid, topic, visibility, text }) => {
      await initIdentity(paths, { agent: uid, name: uid, description: 'Another agent.', prompt: '', uid })
      await remember(await readMind(paths, uid), { text, topic, visibility })
    },
  }
}

/** Stopped as by Ctrl-C: what was read by then is done. */
async function reflected(mind: Mind, { stopAfter = Infinity, signal }: Parameters<TriedMind['reflect']>[0] = {}) {
  const stop = new AbortController()
  let read = 0
  const onProgress = ({ done }: { readonly done: number }): void => {
    read = done
    if (done >= stopAfter) stop.abort()
  }
  await reflect(mind, { signal: AbortSignal.any([stop.signal, signal ?? stop.signal]), onProgress }).catch(
    (error: unknown) => {
      if (!stop.signal.aborted) throw error
    },
  )
  return read
}

async function copy(from: string, to: string, below: string): Promise<void> {
  await writeFileAtomically(to, await readFile(from), { below })
}
