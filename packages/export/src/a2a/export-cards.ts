import { join } from 'node:path'
import { type SpacePaths, isRecord, jsonOf, readTextFile, recordOf } from '@datacortex/platform'
import { type Finding, warningFinding } from '@datacortex/errors'
import { isLoopback, parseBaseUrl } from '../publish/base-url.ts'
import { type ExportSource, type Exported, registryOf } from '../publish/export-source.ts'
import { filesLeft } from '../publish/files-left.ts'
import { publishedPaths, wellKnownPaths } from '../publish/published-paths.ts'
import { selectOwn } from '../publish/select-agents.ts'
import { type ExportFile, publishedJson, writeExport } from '../publish/write-export.ts'
import { type CardOptions, agentCard } from './build-card.ts'
import { card03 } from './card-0-3.ts'
import { readSigningKey } from './read-signing-key.ts'
import { signedCardText } from './signed-card-text.ts'
import { type SigningKey, keySet } from './signing-key.ts'
import { validateCard } from './validate-card.ts'
import { exportError } from '../errors.ts'

export type ExportCardsOptions = ExportSource &
  Omit<CardOptions, 'endpoint'> & {
    /** `1.0` if absent. Readers of `0.3` need an endpoint that answers 0.3. */
    readonly version?: '1.0' | '0.3' | undefined
    /** Files of private keys; each signs every card. */
    readonly sign?: readonly string[] | undefined
  }

/**
 * Writes the A2A cards of agents, signed if keys are given, with the list of public keys.
 *
 * A signed card whose content did not change keeps its signatures, so its file is not touched.
 * @throws `EXPORT_BASE_URL_INVALID` `EXPORT_NOTHING_TO_PUBLISH` `PLATFORM_FILE_UNWRITABLE`
 * @throws `EXPORT_SIGNING_KEY_INVALID` `EXPORT_SIGNING_KEY_EXPOSED` `EXPORT_PUBLISHED_KEYS_INVALID` before
 *   anything is written.
 * @throws `REGISTRY_AGENT_NOT_FOUND` and the other errors of `resolveAgent` for ids that lead nowhere.
 * @example await exportCards(paths, { url: 'https://agents.example.org/', out: '/srv/agents' })
 */
export async function exportCards(paths: SpacePaths, options: ExportCardsOptions): Promise<Exported> {
  const base = parseBaseUrl(options.url)
  const keys: SigningKey[] = []
  for (const file of options.sign ?? []) keys.push(await readSigningKey(file))
  const { agents, findings: left } = selectOwn(await registryOf(paths, options), options.ids)
  const jku = `${base.href}${wellKnownPaths.keys}`
  const found = new Map<string, readonly Finding[]>()
  // Made when its turn comes, so that making cards and waiting for the disk overlap.
  const files: ExportFile[] = agents.map((agent) => ({
    path: publishedPaths(agent.id).card,
    text: async (existing) => {
      const built = agentCard(agent, options)
      found.set(agent.id, [...built.findings, ...validateCard(built.card, { subject: agent.id })])
      const card = options.version === '0.3' ? card03(built.card) : built.card
      return keys.length === 0 ? publishedJson(card) : await signedCardText(card, { keys, jku, existing })
    },
  }))
  // First, so that a reader of a new card finds its key.
  if (keys.length > 0) {
    const file = join(options.out, wellKnownPaths.keys)
    // Before anything is written: cards under a new key, beside a list that can't have it, would be refused by readers.
    const text = await publishedKeysText(keys, { file, ids: options.ids ?? [] })
    files.unshift({ path: wellKnownPaths.keys, text })
  }
  const written = await writeExport(options.out, files, { ...options, ...paths })
  const ofCards = agents.flatMap(({ id }) => found.get(id) ?? [])
  const old = await filesLeft(agents, { ...options, file: 'card' })
  return { ...written, findings: [...left, ...old, ...hostFindings(base), ...versionFindings(options), ...ofCards] }
}

function hostFindings(base: URL): readonly Finding[] {
  if (base.protocol === 'https:' || isLoopback(base)) return []
  return [
    warningFinding('EXPORT_NOT_HTTPS', base.href, {
      message: 'Cards under http can be changed on their way; clients refuse them in production.',
      hint: 'Publish under https.',
    }),
  ]
}

function versionFindings({ version, url }: ExportCardsOptions): readonly Finding[] {
  if (version !== '0.3') return []
  return [
    warningFinding('A2A_ENDPOINT_OF_0_3', url, {
      message:
        'These cards say that the endpoints answer A2A 0.3; `datacortex serve` does so only with `serve.a2a_0_3`.',
      hint: 'Set `serve: { a2a_0_3: true }`, put another server of 0.3 behind them, or export cards of 1.0.',
    }),
  ]
}

async function publishedKeysText(keys: readonly SigningKey[], { file, ids }: { file: string; ids: readonly string[] }) {
  const own = keySet(keys).keys
  const others = ids.length === 0 ? [] : await keysIn(file)
  const kept = others.filter((other) => !own.some(({ kid }) => kid === other['kid']))
  return publishedJson({ keys: [...own, ...kept] })
}

/** The keys of a list; none if it is not there. Without those of one that is damaged, cards of others verify no more. */
async function keysIn(file: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const refuse = (reason: string): never => {
    throw exportError('EXPORT_PUBLISHED_KEYS_INVALID', { file, reason })
  }
  const found = await readTextFile(file)
  if (!found.ok) return found.code === 'ENOENT' ? [] : refuse(found.reason)
  const json = jsonOf(found.text)
  if (json === undefined) return refuse('it is not JSON')
  const { keys } = recordOf(json)
  if (!Array.isArray(keys)) return refuse('it has no list `keys`')
  return keys.map((key: unknown, index) => (isRecord(key) ? key : refuse(`keys[${index}] is no key`)))
}
