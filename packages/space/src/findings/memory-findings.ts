import type { Memory } from '@datacortex/cognition'
import { type Finding, asFinding, infoFinding, warningFinding } from '@datacortex/errors'
import type { NoteReview } from '@datacortex/memory'
import { type SpacePaths, readSettings, shellWord } from '@datacortex/platform'
import { openModel } from '../parts/model.ts'
import { count, noteCounts, shorten } from '@datacortex/wording'

export async function memoryFindings(paths: SpacePaths, options: { readonly signal: AbortSignal }) {
  const [{ examineNoteIndex, noteModels, reviewNotes }, { readMemories }] = await Promise.all([
    import('@datacortex/memory'),
    import('@datacortex/cognition'),
  ])
  const { state, skipped, unembedded, ...counts } = await examineNoteIndex(paths, options)
  const findings: Finding[] = skipped.map(({ path, reason }) =>
    infoFinding('NOTE_SKIPPED', path === '' ? '.' : path, {
      message: `it is passed over: ${reason}`,
    }),
  )
  if (state !== 'fresh') {
    findings.push(
      infoFinding(state === 'absent' ? 'NOTES_NOT_INDEXED' : 'NOTE_INDEX_STALE', 'notes', {
        message: state === 'absent' ? 'they are not indexed yet; search reads the files' : noteCounts(counts),
        hint: 'datacortex index',
      }),
    )
  }
  if (unembedded) {
    findings.push(
      infoFinding('NOTES_NOT_EMBEDDED', 'notes', {
        message: 'some are found by words only, as embedding was not ended',
        hint: 'datacortex index',
      }),
    )
  }
  findings.push(...reviewed(await reviewNotes(paths, options)))
  if (counts.unchanged > 0) findings.push(...(await formerModel(paths, noteModels(paths)?.answering)))
  const remembered = await readMemories(paths).catch(asFinding('minds'))
  if ('memories' in remembered) findings.push(...remembered.findings, ...waiting(remembered.memories))
  else findings.push(...remembered)
  return findings
}

/** What the version before wrote and nothing has moved yet. */
function waiting(memories: readonly Memory[]): readonly Finding[] {
  const some = memories.filter(({ path }) => path === undefined)
  if (some.length === 0) return []
  return [
    infoFinding('MEMORIES_NOT_MOVED', 'minds', {
      message: `${count(some.length, 'memory', 'memories')} of the version before are found, and still lie in .datacore/state`,
      hint: 'whatever is remembered or changed next moves them into files; `datacortex undo session-memories` takes that back',
    }),
  ]
}

function reviewed({ findings, dangling, copies, unfollowed }: NoteReview): readonly Finding[] {
  const [first] = dangling
  const named = dangling.slice(0, 3).map(({ path, target }) => `${path} → ${shorten(target, 60)}`)
  const more = dangling.length > named.length ? ', …' : ''
  return [
    ...findings,
    ...(first === undefined
      ? []
      : [
          infoFinding('NOTE_LINKS_DANGLING', 'notes', {
            message: `${count(dangling.length, 'link')} ${dangling.length === 1 ? 'leads' : 'lead'} to no note: ${named.join(', ')}${more}`,
            hint: `datacortex note links ${shellWord(first.path)}`,
          }),
        ]),
    ...copies.map(({ path, of }) =>
      warningFinding('NOTE_CONFLICT_COPY', path, {
        message: `two versions of ${of} met, and this is one of them`,
        hint: `bring over what is missing in ${of}, then: datacortex note remove ${shellWord(path)}`,
      }),
    ),
    ...unfollowed.map((filter) =>
      infoFinding('NOTE_EXCLUSION_NOT_FOLLOWED', '.obsidian/app.json', {
        message: `regular expressions are not followed: ${shorten(filter, 80)}`,
        hint: 'name the folders or files in index.ignore of .datacore/settings.yaml',
      }),
    ),
  ]
}

async function formerModel(paths: SpacePaths, answering: string | undefined): Promise<readonly Finding[]> {
  const { embeddings } = await readSettings(paths)
  // A model that is not there is reported where models are looked at.
  const wanted = await openModel(embeddings, () => undefined).catch(() => undefined)
  if (answering === undefined || wanted === undefined || answering === wanted.modelId) return []
  return [
    infoFinding('NOTES_OF_FORMER_MODEL', 'notes', {
      message: `the vectors of ${answering} answer, those of ${wanted.modelId} are not complete`,
      hint: 'datacortex index',
    }),
  ]
}
