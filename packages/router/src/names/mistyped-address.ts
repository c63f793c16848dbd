import { type Finding, infoFinding } from '@datacortex/errors'
import { type Registry, currentId, foldedId, nearestNames } from '@datacortex/registry'

/** What is to be said of a task that begins with a mistyped command or name: `/reserch tides`. */
export function mistypedAddress(
  text: string,
  { registry, commands }: { registry: Registry; commands: readonly string[] },
): Finding | undefined {
  const [word, sign, name] = /^([@/])([^\s/@]+)(?=\s|$)/.exec(text.slice(0, longestWord)) ?? []
  if (word === undefined || sign === undefined || name === undefined) return undefined
  const ids = [...registry.agents.keys()].filter((id) => currentId(registry, id) !== undefined)
  const names = new Set([...(sign === '/' ? commands : []), ...ids])
  const typed = foldedId(name.replace(/[.!?,;:…]+$/u, ''))
  const nearest = nearestNames([...names], sign === '@' ? typed.replace(/^agent-/, '') : typed)
  if (nearest.length === 0) return undefined
  return infoFinding('ROUTER_NAME_UNKNOWN', word, {
    message: `No agent has the ${sign === '/' ? 'command or the name' : 'name'} ${word}.`,
    hint: `Did you mean ${nearest.map((one) => `${sign}${one}`).join(' or ')}?`,
  })
}

/** No name is longer. */
const longestWord = 250
