import type { Execution } from '../execution-record.ts'

/** A run that succeeded, with what a test wants different. */
export function execution(id: string, more: Partial<Execution> = {}): Execution {
  return {
    id,
    agent_id: 'writer',
    timestamp: '2025-12-21T10:15:32.000Z',
    duration_ms: 45_000,
    status: 'success',
    outputs: [],
    quality: { user_feedback: null, automated_checks: [] },
    spawned_agents: [],
    ...more,
  }
}
