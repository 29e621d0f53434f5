import type { Payproof } from '@payproof/sdk'
import type { Documentation } from './documentation.ts'
import type { AnyRules } from './fields.ts'
import type { ToolScope } from './key-scopes.ts'
import type { z } from './protocol.ts'

export type ToolContext = { api: Payproof; documentation: Documentation }

type Definition<Input extends z.ZodObject> = {
  name: string
  title: string
  description: string
  input: Input
  /** Scopes of the API key that the tool needs. */
  scopes: readonly ToolScope[]
  /** Writes exist in the sandbox only. */
  access: 'read' | 'sandbox-read' | 'sandbox-write'
  run(input: z.output<Input>, context: ToolContext): Promise<unknown>
} & (
  | { /** Fields of the result that may be shown. */ fields: AnyRules }
  | {
      /** The result is a text without personal data. */
      returnsText: true
      run(input: z.output<Input>, context: ToolContext): Promise<string>
    }
)

export type McpTool = Definition<z.ZodObject>

/** Defines a tool. Its code can use only the input that its schema declares. */
export const tool = <Input extends z.ZodObject>(definition: Definition<Input>): McpTool =>
  definition as unknown as McpTool
