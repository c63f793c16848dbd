import type { RegistrationOptions } from '@datacortex/export'
import { z } from 'zod'
import type { AskedFor } from '../operation.ts'
import { exact } from '../schema.ts'

/** What registration files say beside the registry. */
export const fileContent = {
  /** Whether the agents take work. */
  active: z.boolean().optional(),
  /** A picture for agents that have none. */
  image: exact.optional(),
  /** A page about the agents. */
  web_url: exact.optional(),
  /** An MCP server through which the agents are reached, and the version of MCP that it speaks: it is not guessed. */
  mcp: z.strictObject({ url: exact, version: exact }).optional(),
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
