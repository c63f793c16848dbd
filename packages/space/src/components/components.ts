import { type Component, type Registry, skillsOf } from '@datacortex/registry'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { name } from '../schema.ts'

const listed = z.looseObject({ id: z.string(), description: z.string(), kind: z.string() })

export const listComponents = operation({
  input: z.strictObject({}),
  output: z.looseObject({ components: z.array(listed) }),
  run: async (work) => {
    const { registry } = await work.catalogue()
    const { knownComponents } = await import('@datacortex/registry')
    return { components: [...knownComponents(registry).values()].map((one) => listedOf(one, registry)) }
  },
})

export const showComponent = operation({
  input: z.strictObject({ component: name.describe('Its id, as list_components gives it.') }),
  output: listed,
  run: async (work, { component: id }) => {
    const { registry } = await work.catalogue()
    const of = await import('@datacortex/registry')
    const { componentTexts } = await import('@datacortex/execution')
    const components = of.knownComponents(registry)
    const component = of.findComponent(components, id)
    if (component === undefined)
      throw of.registryError('REGISTRY_COMPONENT_NOT_FOUND', {
        id,
        nearest: of.nearestNames([...components.keys()], id),
      })
    const [said] = await componentTexts(work.paths, [component])
    const { parts, problems } = await of.resolveComponents([component.id], components)
    const requires = (one: Component): boolean =>
      one.requires.some((asked) => of.findComponent(components, of.parseRequirement(asked).name) === component)
    return {
      ...listedOf(component, registry),
      text: said?.text ?? '',
      hash: said?.hash ?? '',
      parts: parts.map((part) => part.id),
      required_by: [...components.values()].filter(requires).map((one) => one.id),
      problems,
    }
  },
})

/** With the agents that have it, also through another component. */
function listedOf(component: Component, { agents }: Registry) {
  const { prompt: _prompt, sha256: _sha256, ...shown } = component
  const users = [...agents.values()].filter(({ composition }) => composition?.parts.some(({ id }) => id === shown.id))
  return { ...shown, skills: skillsOf(component), used_by: users.map(({ id }) => id) }
}
