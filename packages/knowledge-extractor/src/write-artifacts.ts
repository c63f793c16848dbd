import { join } from 'node:path'
import { type Finding, ifCoded, warningFinding } from '@datacortex/errors'
import { readTextFile, sha256, spelledOnDisk } from '@datacortex/platform'
import type { ExtractorContext } from './extractor-context.ts'
import { knowledgeError } from './errors.ts'
import { fileName } from './notes/file-name.ts'
import { type LiteratureNote, mergeLiterature, renderLiterature } from './notes/literature-note.ts'
import { readHead } from './notes/literature-store.ts'
import { isNot, uniquePaths } from './notes/wiki-link.ts'
import { shortKey } from './source-id.ts'
import { type ArtifactsPlan, writeZettels } from './write-zettels.ts'

/** Writes zettels, then the literature note that completes them. */
export async function writeArtifacts(
  plan: ArtifactsPlan,
  { context, signal }: { context: ExtractorContext; signal: AbortSignal },
) {
  const { path, current, findings: ofPlace = [] } = await findPlace(plan.note, context)
  const literature = { path, title: plan.note.fields.title }
  const { written, findings } = await writeZettels(plan, { literature, context, signal })
  const zettels = uniquePaths([...written, ...plan.sameZettels])
  const note: LiteratureNote = {
    ...plan.note,
    zettels,
    related: plan.note.related.filter(isNot(zettels)),
    wholeText: await plan.wholeText(path),
  }
  const isNew = current === undefined
  const text = isNew ? renderLiterature(note) : mergeLiterature(current.text, { note, path })
  const expected = isNew ? 'absent' : sha256(current.bytes)
  signal.throwIfAborted()
  await context.ports.writes.write({ path, text, expected }, { signal })
  const store = await context.store()
  store.add({ path, sourceId: note.fields.source_id, contentHash: note.fields.content_hash })
  return {
    literatureNote: path,
    zettels: written
      .filter(({ state }) => state === 'created' || (state === 'resumed' && isNew))
      .map((zettel) => zettel.path),
    findings: [...findings, ...ofPlace],
  }
}

type Place = {
  readonly path: string
  /** Undefined if the note is new. */
  readonly current?: { readonly text: string; readonly bytes: Uint8Array } | undefined
  readonly findings?: readonly Finding[] | undefined
}

async function findPlace({ fields }: ArtifactsPlan['note'], context: ExtractorContext): Promise<Place> {
  const { root } = context.ports.paths
  const store = await context.store()
  const stored = store.ofSource(fields.source_id)
  if (stored !== undefined) {
    const file = await readTextFile(join(root, await spelledOnDisk(root, stored.path)))
    if (!file.ok && file.code !== 'ENOENT')
      throw knowledgeError('KNOWLEDGE_INPUT_UNREADABLE', { input: stored.path, reason: file.reason })
    const current = file.ok ? file : undefined
    if (await mayWrite(stored.path, { text: current?.text ?? '', context })) return { path: stored.path, current }
    return { ...(await freePlace(fields, context)), findings: [notWritten(stored.path)] }
  }
  return await freePlace(fields, context)
}

/** Where a person moved a note, the program may not be allowed to write. */
async function mayWrite(path: string, { text, context }: { text: string; context: ExtractorContext }) {
  if (path.startsWith(`${context.folders.literature}/`)) return true
  return await context.ports.writes.plan({ path, text }).then(() => true, ifCoded(false, 'WRITES_REFUSED'))
}

function notWritten(path: string): Finding {
  return warningFinding('KNOWLEDGE_NOTE_OUT_OF_REACH', path, {
    message: `The note of this source was moved to ${path}, where this command may not write, so a new one was made.`,
    hint: 'Move it back to have new versions in it; what you wrote into it stays there.',
  })
}

async function freePlace(fields: ArtifactsPlan['note']['fields'], context: ExtractorContext): Promise<Place> {
  const { root } = context.ports.paths
  const store = await context.store()
  const key = shortKey(fields.source_id)
  const name = fileName(fields.title, key)
  for (const path of [`${name}.md`, `${name}-${key}.md`].map((file) => `${context.folders.literature}/${file}`)) {
    const file = await readTextFile(join(root, path))
    if (!file.ok && file.code === 'ENOENT' && !store.isTaken(path)) return { path }
    // Another process may have written the note of this very source since the store was read.
    if (file.ok && (await readHead(join(root, path))).sourceId === fields.source_id) return { path, current: file }
  }
  return { path: `${context.folders.literature}/${name}-${sha256(fields.source_id).slice(0, 16)}.md` }
}
