import { type Finding, infoFinding, warningFinding } from '@datacortex/errors'
import { type AgentEntry, type Registry, pathsWhere } from '@datacortex/registry'
import { rights, type KeptField } from './merge-entry.ts'
import { entryFields } from './entry-fields.ts'

/** That what a person wrote stays in an entry although the source says something else now. */
export function keptFinding(id: string, { path, said }: KeptField): Finding {
  const says = said === undefined ? 'nothing about it' : (shown(path, said) ?? 'something else')
  return infoFinding('IMPORT_KEPT_BY_HAND', id, {
    message: `${id}: kept ${path}, which was changed by hand; the source now says ${says}.`,
  })
}

/** That a file which is gone is taken to have become another one, which says something else. `files`: absolute paths. */
export function movedFinding(id: string, { from, to }: { readonly from: string; readonly to: string }): Finding {
  return infoFinding('IMPORT_SOURCE_MOVED', id, {
    message: `${id}: ${from} is gone, and ${to} is the only file of the name: it was taken for the same agent, moved and changed.`,
  })
}

/** That agents of another registry inherit hooks of profiles that stayed behind there: an import takes agents alone. */
export function profileFindings(
  agents: readonly { readonly path: string; readonly entry: AgentEntry }[],
  { hookLists }: Pick<Registry, 'hookLists'>,
): readonly Finding[] {
  const missing = new Map<string, Set<string>>()
  for (const { path, entry } of agents) {
    const { profile } = entry
    if (profile === undefined || Object.hasOwn(hookLists?.profiles ?? {}, profile)) continue
    missing.set(path, (missing.get(path) ?? new Set()).add(profile))
  }
  return [...missing].map(([path, profiles]) =>
    warningFinding('IMPORT_PROFILES_LEFT', path, {
      message: `Agents of ${path} inherit hooks of ${profiles.size === 1 ? 'a profile' : 'profiles'} that this space does not have: ${[...profiles].join(', ')}. Copy \`profiles\` and \`defaults\` from there to agents.yaml.`,
    }),
  )
}

/** What became of rights that the source does not give, in an entry of which nothing says who wrote them. */
export function rightsFindings(
  id: string,
  entries: { readonly before: AgentEntry; readonly imported: AgentEntry; readonly after: AgentEntry },
): readonly Finding[] {
  const [before, imported, after] = [entries.before, entries.imported, entries.after].map(entryFields)
  return [...rights].flatMap((path): readonly Finding[] => {
    const [had, given, has] = [before, imported, after].map((fields) => itemsOf(fields?.get(path)?.value))
    const beyond = (had ?? []).filter((item) => given?.includes(item) !== true)
    // Of settings of the assistant the source says one or nothing.
    if (beyond.length === 0 || (path === 'runtime.tools' && given?.length !== 0)) return []
    const kept = beyond.filter((item) => has?.includes(item) === true)
    const [code, became] =
      kept.length > 0
        ? ['IMPORT_RIGHTS_BEYOND_SOURCE', 'stay, as if written by hand: take them out if they were not']
        : ['IMPORT_RIGHTS_TAKEN_BACK', 'were taken out: write them again if they were written by hand']
    return [
      warningFinding(code, id, {
        message: `${id}: ${path} had ${JSON.stringify(beyond).slice(0, 160)}, which its source does not give; they ${became}.`,
      }),
    ]
  })
}

function itemsOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

const quoted = pathsWhere((field) => field.quoted)

function shown(path: string, value: unknown): string | undefined {
  if (!quoted.has(path)) return undefined
  const text = JSON.stringify(value)
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}
