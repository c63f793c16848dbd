import { basename } from 'node:path'
import {
  type SpacePaths,
  agentsWithIdentity,
  isFolder,
  mindFolders,
  mindsPlace,
  readSettings,
} from '@datacortex/platform'
import { namePattern } from '../files/name-pattern.ts'
import { readObsidianVault } from './obsidian-vault.ts'
import { scanNotes } from '../files/scan-notes.ts'

/** Which notes of a space stay out of everything that is made of its notes. */
export type NoteRules = {
  /** The rule that leaves out a file or a folder (`path` ends with `/`) by itself; undefined if there is none. */
  readonly ruleOf: (path: string) => string | undefined
  /** Whether a file is left out, itself or by a folder above it. */
  readonly leavesOut: (path: string) => boolean
  /** Exclusions of Obsidian that are not followed. */
  readonly unfollowed: readonly string[]
}

/**
 * Reads the rules: `index.ignore` of the settings, what Obsidian excludes, and the minds of agents.
 * @throws `PLATFORM_SETTINGS_INVALID`
 * @example (await readNoteRules(paths)).leavesOut('Drafts/Bee.md')
 */
export async function readNoteRules(paths: SpacePaths): Promise<NoteRules> {
  const { index } = await readSettings(paths)
  const none = { templates: [], excluded: [], patterns: [] }
  const minds = (await hasMinds(paths)) ? [await mindsPlace(paths)] : []
  const vault = index.obsidian_exclusions ? await readObsidianVault(paths.root) : none
  const rules: readonly Rule[] = [
    // What one agent knows is for that agent: `recall` alone asks who reads.
    ...minds.map((place) => beginning(`minds of agents: ${place}`, `${place.replaceAll(/^(?:\.\/)+|\/+$/g, '')}/`)),
    ...index.ignore.map((pattern): Rule => {
      const means = namePattern(pattern)
      return { name: `index.ignore: ${pattern}`, means: (path) => means(path.replace(/\/$/, '')) }
    }),
    { name: 'copies that Logseq keeps', means: (path) => /(?:^|\/)logseq\/(?:bak|version-files)\//.test(path) },
    ...vault.templates.map((folder) => beginning(`templates of Obsidian: ${folder}`, `${folder}/`)),
    ...vault.excluded.map((start) => beginning(`what Obsidian excludes: ${start}`, start.replace(/^\/+/, ''))),
  ]
  const ruleOf: NoteRules['ruleOf'] = (path) => rules.find(({ means }) => means(path))?.name
  return {
    ruleOf,
    leavesOut: (path) => [...foldersOf(path), path].some((one) => ruleOf(one) !== undefined),
    unfollowed: vault.patterns,
  }
}

/** A folder of that name may be one of notes as long as nobody remembers anything. */
async function hasMinds(paths: SpacePaths): Promise<boolean> {
  if ((await agentsWithIdentity(paths)).length > 0) return true
  const logs = (await mindFolders(paths)).filter((folder) => basename(folder) === 'logs')
  return (await Promise.all(logs.map(isFolder))).includes(true)
}

type Rule = { readonly name: string; readonly means: (path: string) => boolean }

/** As in Obsidian, without case. */
function beginning(name: string, start: string): Rule {
  const folded = start.toLowerCase()
  return { name, means: (path) => folded !== '' && path.toLowerCase().startsWith(folded) }
}

/** Each with a `/` at its end. */
function foldersOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1))
}

/**
 * Finds the notes of a space that its rules take in: what the index and searches of the files are made of.
 * @throws `PLATFORM_SETTINGS_INVALID`
 * @example for await (const entry of scanWantedNotes(paths)) entry.path
 */
export async function* scanWantedNotes(paths: SpacePaths, { signal }: { signal?: AbortSignal | undefined } = {}) {
  const { ruleOf } = await readNoteRules(paths)
  yield* scanNotes(paths, { ruleOf, signal })
}

/** What lies beside the notes of a space: notes that a rule leaves out, with the rule, and other files, by their names. */
export async function filesBesideNotes(paths: SpacePaths, { signal }: { signal?: AbortSignal | undefined }) {
  const { ruleOf } = await readNoteRules(paths)
  const found: { readonly path: string; readonly rule?: string | undefined }[] = []
  const add = (path: string, rule?: string): void => void found.push({ path, rule })
  const others = { onLeftOut: add, onOther: add, isOthersOnly: true }
  for await (const _ of scanNotes(paths, { ruleOf, ...others, signal })) continue
  return found
}
