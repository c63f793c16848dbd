import type { RegistrationOptions } from '@datacortex/export'
import { z } from 'zod'
import { exact } from '../schema.ts'
import type { Shape } from '../schema.ts'

/** What registration files say beside the registry. */
export type FileContent = {
  /** Whether the agents take work. */
  readonly active?: boolean | undefined
  /** A picture for agents that have none. */
  readonly image?: string | undefined
  /** A page about the agents. */
  readonly web_url?: string | undefined
  /** An MCP server through which the agents are reached, and the version of MCP that it speaks: it is not guessed. */
  readonly mcp?: { readonly url: string; readonly version: string } | undefined
}

/** The schemas of {@link FileContent}. */
export const fileContent: Shape<FileContent> = {
  active: z.boolean().optional(),
  image: exact.optional(),
  web_url: exact.optional(),
  mcp: z.strictObject({ url: exact, version: exact }).optional(),
}

/** What registration files say beside the registry, as the functions that build them take it. */
export function contentOptions({ active, image, web_url: webUrl, mcp }: FileContent): ContentOptions {
  return { active, image, webUrl, mcp }
}

/** What {@link contentOptions} gives. */
export type ContentOptions = Pick<RegistrationOptions, 'active' | 'image' | 'webUrl' | 'mcp'>
