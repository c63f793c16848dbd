import { attempt, ifCoded } from '@datacortex/errors'
import { relativeParts, sha256 } from '@datacortex/platform'
import type { Manifest } from '@datacortex/plugin'
import { type Component, createNormalisationLog, readComponents } from '@datacortex/registry'
import type { ManifestAgents, PromptReader } from './read-manifest-agents.ts'

/** The components of a module: what `module.yaml` says, with the texts that are files of the module. */
export async function readManifestComponents(
  { name, provides }: Pick<Manifest, 'name' | 'provides'>,
  { read, prefix }: PromptReader,
): Promise<Pick<ManifestAgents, 'problems' | 'warnings'> & { readonly components: readonly Component[] }> {
  const log = createNormalisationLog('module.yaml')
  const components: Component[] = []
  const problems: string[] = []
  for (const component of readComponents(provides.components, { log, module: name }).values()) {
    const { id, kind, source } = component
    if (kind !== 'prompt' || source === undefined) {
      components.push(component)
      continue
    }
    const path = attempt(() => relativeParts(source).join('/'), ifCoded(undefined))
    const text = path === undefined ? undefined : await read(path)
    if (text === undefined) problems.push(`the text ${JSON.stringify(source)} of the component ${id} is missing`)
    else components.push({ ...component, source: `${prefix}${path}`, sha256: sha256(text) })
  }
  const findings = log.findings()
  problems.push(...findings.filter(({ severity }) => severity === 'error').map(({ message }) => message))
  const warnings = findings.filter(({ severity }) => severity === 'warning').map(({ message }) => message)
  return { components, problems, warnings }
}
