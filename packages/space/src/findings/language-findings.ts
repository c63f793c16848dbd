import { infoFinding } from '@datacortex/errors'
import { type SpacePaths, readSettings, userPaths } from '@datacortex/platform'
import { openModel } from '../parts/model.ts'
import { isMostlyOther } from './other-language.ts'

/** Enough to notice a language; and as in searches, texts of more unknown words mean nothing to a model. */
const [mostNotes, mostLines, mostUnknown] = [100, 50, 0.4]

/** Notes in a language that the model doesn't read, in a sample of all, and the command that helps. Loads the model. */
export async function languageFindings(paths: SpacePaths, { signal }: { readonly signal: AbortSignal }) {
  const { listModels } = await import('@datacortex/embeddings')
  const { indexedNotes, noteModels } = await import('@datacortex/memory')
  const { embeddings } = await readSettings(paths)
  const active = listModels(userPaths().cache, embeddings).find(
    ({ kind, active: isActive }) => isActive && kind === 'embedder',
  )
  // Nothing is downloaded to find something out, and what is wrong with a model is reported where models are looked at.
  if (active?.here !== true || noteModels(paths) === undefined) return []
  await using embedder = await openModel(embeddings, () => undefined)
  const { readNoteStore, readPassage } = await import('@datacortex/notes')
  const known = await indexedNotes(paths)
  const files = [...(await readNoteStore(paths, { known, signal })).files.values()]
  const step = Math.max(1, files.length / mostNotes)
  const sample = files.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step))
  const unread: string[] = []
  for (const file of sample) {
    const text = (await readPassage(file, { most: mostLines }))?.text ?? ''
    const unknown = (await embedder.unknownShare?.(text, { signal })) ?? 0
    if (unknown > mostUnknown || (active.languages?.join() === 'en' && isMostlyOther(text))) unread.push(file.path)
  }
  if (unread.length === 0) return []
  return [
    infoFinding('NOTES_IN_OTHER_LANGUAGE', String(unread[0]), {
      message: `${unread.length} of ${sample.length} notes looked at are in a language that the model ${embeddings.model} does not read; they are found by words, not by meaning`,
      hint: 'datacortex model list   (a multilingual one reads them: model pull, then model use)',
    }),
  ]
}
