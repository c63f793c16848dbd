import type { DiscoveredModule } from '@datacortex/modules'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { leftAlone } from './left-alone.ts'

export const listModules = operation({
  input: z.strictObject({}),
  output: z.looseObject({ modules: z.array(z.looseObject({ name: z.string(), version: z.string() })) }),
  run: async (work) => {
    const { modules, broken } = (await work.catalogue()).modules
    return { modules: modules.map(listed), broken: leftAlone(broken) }
  },
})

function listed({ manifest, origin, directory }: DiscoveredModule) {
  const { name, version, description, provides, permissions } = manifest
  return {
    name,
    version,
    description,
    origin,
    directory,
    agents: Object.keys(provides.agents),
    components: Object.keys(provides.components),
    sources: Object.keys(provides.sources),
    permissions,
  }
}
