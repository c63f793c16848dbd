import { type Finding, errorFinding, ifCoded, warningFinding } from '@datacortex/errors'
import { readAgentBody } from '@datacortex/importers'
import { type SpacePaths, readSecret } from '@datacortex/platform'
import { findId, isInRange, knownComponents, parseRequirement, resolveComponents } from '@datacortex/registry'
import type { Component, ComponentProblem, Registry } from '@datacortex/registry'
import type { DiscoveredModule } from '../discover/discovered-module.ts'

/** Components that are unknown, go round, don't fit or lack what they require, and agents that name such ones. */
export async function checkComponents(
  paths: SpacePaths,
  { registry, modules }: { readonly registry: Registry; readonly modules: readonly DiscoveredModule[] },
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const add = (id: string, problems: readonly ComponentProblem[]): void => {
    for (const { code, component, message } of problems)
      // What is said of one that lacks something says it of all that require it.
      if (code !== 'COMPONENT_INCOMPLETE' && !findings.some((one) => one.code === code && one.message === message))
        findings.push(
          errorFinding(code, id, {
            message,
            hint: code === 'COMPONENT_UNKNOWN' ? 'datacortex component list' : `datacortex component show ${component}`,
          }),
        )
  }
  for (const { id, composition } of registry.agents.values()) add(id, composition?.problems ?? [])
  const components = knownComponents(registry)
  for (const component of components.values()) {
    const { id } = component
    add(id, (await resolveComponents([id], components)).problems)
    const missing = await missingOf(component, { paths, registry, modules })
    if (missing.length > 0)
      findings.push(
        warningFinding('COMPONENT_INCOMPLETE', id, {
          message: `it lacks ${missing.join(', ')}`,
          hint: `datacortex component show ${id}`,
        }),
      )
  }
  return findings
}

async function missingOf(
  { kind, source = '', sha256, requires }: Component,
  { paths, registry, modules }: { paths: SpacePaths } & Parameters<typeof checkComponents>[1],
): Promise<readonly string[]> {
  const missing: string[] = []
  if (kind === 'subagent' && findId(registry, source) === undefined)
    missing.push(`the agent ${source}, which is not registered`)
  if (kind === 'prompt' && source !== '') {
    const body = await readAgentBody(paths, { source, sha256 })
    if (!('text' in body)) missing.push(`its text ${source}: ${body.reason}`)
  }
  for (const { kind: what, name, range } of requires.map(parseRequirement)) {
    if (what === 'env' && (await readSecret(paths, name).catch(ifCoded(undefined))) === undefined)
      missing.push(`the variable ${name}`)
    if (what !== 'module') continue
    const module = modules.find((one) => one.name === name)
    const isFit = module !== undefined && (range === undefined || (await isInRange(module.version, range)) === true)
    if (!isFit) missing.push(`the module ${name}${range === undefined ? '' : ` in ${range}`}`)
  }
  return missing
}
