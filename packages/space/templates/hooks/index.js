import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { definePlugin } from '@datacortex/plugin'
import { z } from 'zod'

export const plugin = definePlugin({
  name: 'my-module',
  kind: 'hooks',
  config: z.strictObject({ max_bytes: z.number().int().positive() }),
  setup: ({ config, log }) => ({
    // The verdict stands among the checks of the run.
    async check_outputs({ root, outputs }) {
      const sizes = await Promise.all(outputs.map(async (path) => (await stat(join(root, path))).size))
      const large = outputs.filter((_, index) => (sizes[index] ?? 0) > config.max_bytes)
      return { passed: large.length === 0, detail: large.length === 0 ? undefined : `too large: ${large.join(', ')}` }
    },
    // Seen with DATACORTEX_LOG=info.
    post_run({ agent_id, status, duration_ms }) {
      log.info({ agent_id, status, duration_ms }, 'an agent ran')
    },
  }),
})
