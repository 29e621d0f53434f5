// The build replaces this file with a bundle, so that installing the CLI does not install the dependencies of these
// packages. No other file imports them.
export { Server } from '@modelcontextprotocol/sdk/server/index.js'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
export { z } from 'zod'
