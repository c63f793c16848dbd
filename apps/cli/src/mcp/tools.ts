import { agentTools } from './agent-tools.ts'
import { noteTools } from './note-tools.ts'
import type { Tool } from './tool.ts'

/**
 * What a program of the user's may do with a space: each tool is a command of this program, so that it finds, checks and
 * refuses what the command does.
 */
export const tools: readonly Tool[] = [...agentTools, ...noteTools]
