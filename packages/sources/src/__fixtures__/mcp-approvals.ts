import { approvalOf, hasApproval, revokeApproval } from '@datacortex/platform'
import { type McpApprovalOptions, type McpCommand, approveMcp, mcpCommand } from '../mcp/mcp-approval.ts'
import type { RegisteredSource } from '../read-sources.ts'

type Decision<T> = (source: RegisteredSource, options: McpApprovalOptions) => Promise<T>

function decision<T>(decide: (command: McpCommand, options: McpApprovalOptions) => Promise<T>): Decision<T> {
  return async (source, options) => await decide(await mcpCommand(source, options), options)
}

export const approveMcpSource: Decision<void> = decision(approveMcp)
export const hasMcpApproval: Decision<boolean> = decision(hasApproval)
export const revokeMcpSource: Decision<boolean> = decision(revokeApproval)
export const isMcpApproved: Decision<boolean> = decision(
  async (command, options) => (await approvalOf(command, options)) !== undefined,
)
