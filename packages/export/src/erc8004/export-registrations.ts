import type { SpacePaths } from '@datacortex/platform'
import { type Exported, type ExportSource, registryOf } from '../publish/export-source.ts'
import { filesLeft } from '../publish/files-left.ts'
import { type Finding, warningFinding } from '@datacortex/errors'
import { parseBaseUrl } from '../publish/base-url.ts'
import { publishedPaths, wellKnownPaths } from '../publish/published-paths.ts'
import { selectOwn } from '../publish/select-agents.ts'
import { type ExportFile, publishedJson, writeExport } from '../publish/write-export.ts'
import { type RegistrationOptions, registrationFile } from './build-registration.ts'
import { domainProof, provenAgents } from './domain-proof.ts'

export type ExportRegistrationsOptions = ExportSource &
  Omit<RegistrationOptions, 'registrations'> & { readonly url: string }

/**
 * Writes the ERC-8004 registration files of agents and, once one has an identity, the proof of the domain.
 *
 * The proof always names all agents that have an identity, also if the export is of some.
 * @throws `EXPORT_BASE_URL_INVALID` `EXPORT_NOTHING_TO_PUBLISH` `PLATFORM_FILE_UNWRITABLE`
 * @throws `REGISTRY_AGENT_NOT_FOUND` and the other errors of `resolveAgent` for ids that lead nowhere.
 * @example await exportRegistrations(paths, { url: 'https://agents.example.org/', out: '/srv/agents' })
 */
export async function exportRegistrations(paths: SpacePaths, options: ExportRegistrationsOptions): Promise<Exported> {
  const base = parseBaseUrl(options.url)
  const registry = await registryOf(paths, options)
  const { agents, findings: left } = selectOwn(registry, options.ids)
  const findings: Finding[] = [...left, ...(await filesLeft(agents, { ...options, file: 'registration' }))]
  const files: ExportFile[] = agents.map((agent) => {
    const built = registrationFile(agent, options)
    findings.push(...built.findings)
    return { path: publishedPaths(agent.id).registration, text: publishedJson(built.file) }
  })
  const proven = provenAgents(registry.agents.values())
  const proof = domainProof(proven.map((agent) => registrationFile(agent, options).file))
  if (proof.registrations.length > 0) {
    files.push({ path: wellKnownPaths.domainProof, text: publishedJson(proof) })
    if (base.pathname !== '/') findings.push(notAtRoot(base))
  }
  return { ...(await writeExport(options.out, files, { ...options, ...paths })), findings }
}

function notAtRoot(base: URL): Finding {
  return warningFinding('EXPORT_WELL_KNOWN_NOT_AT_ROOT', base.href, {
    message: `Readers look for ${base.origin}/${wellKnownPaths.domainProof}, which lies outside this address.`,
    hint: 'Serve the file there too.',
  })
}
