import { type SettingOrigin, readSettingOrigins } from '@datacortex/platform'
import { z } from 'zod'
import { operation } from '../operation.ts'
import { flag, name } from '../schema.ts'

export const listSettings = operation({
  input: z.strictObject({
    key: name.optional().describe('Only this one and what stands below it, such as find.min_score.'),
    changed: flag('Without those that nobody changed.'),
  }),
  output: z.looseObject({
    settings: z.array(z.looseObject({ key: z.string(), from: z.string() })),
    environment: z.array(z.looseObject({ name: z.string(), means: z.string() })),
  }),
  run: async ({ paths }, { key, changed = false }) => {
    const all = await readSettingOrigins(paths)
    const fits = (one: SettingOrigin): boolean =>
      (key === undefined || one.key === key || one.key.startsWith(`${key}.`)) && (!changed || one.from !== 'default')
    const environment = Object.entries(variables).flatMap(([variable, means]) =>
      process.env[variable] === undefined ? [] : [{ name: variable, means }],
    )
    return { settings: all.filter(fits), environment }
  },
})

const variables: Readonly<Record<string, string>> = {
  DATACORTEX_CACHE_DIR: 'where models and what was fetched are kept',
  DATACORTEX_CONFIG_DIR: 'where your own choices are kept: trust, keys, trusted authors',
  DATACORTEX_LOG: 'from which level on modules log',
  DATACORTEX_PATIENCE: 'how many times longer default time limits are',
}
