import { type Finding, warningFinding } from '@datacortex/errors'
import { type Settings, isRecord, settingsSchema } from '@datacortex/platform'
import { misspeltKey } from '@datacortex/registry'
import { z } from 'zod'

/** Keys of the settings that look like a misspelt one of ours. Any other unknown key belongs to another program. */
export async function checkSettings(settings: Settings): Promise<readonly Finding[]> {
  return misspeltIn(settings, await settingsSchema(), '')
}

function misspeltIn(found: unknown, schema: unknown, prefix: string): readonly Finding[] {
  if (schema instanceof z.ZodPrefault) return misspeltIn(found, schema.unwrap(), prefix)
  if (!(schema instanceof z.ZodObject) || !isRecord(found)) return []
  const known = Object.keys(schema.shape)
  const misspelt = Object.keys(found).flatMap((key) => {
    const near = misspeltKey(key, { known, beside: [] })
    if (near === undefined) return []
    const message = 'nothing here reads this key of .datacore/settings.yaml'
    return [
      warningFinding('SETTINGS_KEY_UNKNOWN', `${prefix}${key}`, { message, hint: `Did you mean ${prefix}${near}?` }),
    ]
  })
  return [...misspelt, ...known.flatMap((key) => misspeltIn(found[key], schema.shape[key], `${prefix}${key}.`))]
}
