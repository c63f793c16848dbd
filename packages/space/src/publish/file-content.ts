import type { RegistrationOptions } from '@datacortex/export'
import { z } from 'zod'
import type { AskedFor } from '../operation.ts'
import { exact, flag } from '../schema.ts'

/** What registration files say beside the registry. */
export const fileContent = {
  active: flag('Whether the agents take work.'),
  image: exact.optional().describe('A picture for agents that have none.'),
  web_url: exact.optional().describe('A page about the agents.'),
  mcp: z
    .strictObject({ url: exact, version: exact })
    .optional()
    .describe(
      'An MCP server through which the agents are reached, and the version of MCP that it speaks: it is not guessed.',
    ),
}

/** The same, as the functions that build registration files take it. */
export function contentOptions({
  active,
  image,
  web_url: webUrl,
  mcp,
}: AskedFor<typeof fileContent>): Pick<RegistrationOptions, 'active' | 'image' | 'webUrl' | 'mcp'> {
  return { active, image, webUrl, mcp }
}
