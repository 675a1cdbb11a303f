// The four wires, reduced to one shape: items in order, each with a role of user, tool or other and a text,
// and the tools that the agent offers.

function flat(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (typeof part === 'string' ? part : (part?.text ?? ''))).join('\n');
}

const roleOf = (role) => (role === 'user' ? 'user' : 'other');

function chat({ messages = [], tools = [] }) {
  return {
    items: messages.map(({ role, content }) => ({
      role: role === 'tool' ? 'tool' : roleOf(role),
      text: flat(content),
    })),
    tools: tools.map(({ function: described }) => ({ name: described.name, schema: described.parameters })),
  };
}

function responses({ input = [], tools = [] }) {
  const messages = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  // Newer codex models get their tools in an item of the input.
  const added = messages.flatMap((item) => (item.type === 'additional_tools' ? (item.tools ?? []) : []));
  return {
    items: messages.map(({ type = '', role, content, output }) =>
      type.endsWith('_output')
        ? { role: 'tool', text: typeof output === 'string' ? output : flat(output) || JSON.stringify(output) }
        : { role: roleOf(role), text: flat(content) },
    ),
    tools: [...tools, ...added].flatMap((tool) => responsesTool(tool)),
  };
}

function responsesTool(tool, namespace) {
  if (tool.type === 'namespace')
    return (tool.tools ?? []).flatMap((inner) => responsesTool(inner, tool.name));
  if (tool.name === undefined) return [];
  const isFreeForm = tool.type === 'custom';
  const isScript = isFreeForm && tool.name === 'exec';
  return [{ name: tool.name, schema: tool.parameters, namespace, isFreeForm, isScript }];
}

function anthropic({ messages = [], tools = [] }) {
  return {
    items: messages.flatMap(({ role, content }) => {
      const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
      return parts.map((part) =>
        part.type === 'tool_result'
          ? { role: 'tool', text: flat(part.content) }
          : { role: roleOf(role), text: part.text ?? '' },
      );
    }),
    tools: tools
      .filter(({ name }) => name !== undefined)
      .map((tool) => ({ name: tool.name, schema: tool.input_schema })),
  };
}

function gemini({ contents = [], tools = [] }) {
  return {
    items: contents.flatMap(({ role, parts = [] }) =>
      parts.map(({ functionResponse, text = '' }) =>
        functionResponse === undefined
          ? { role: role === 'model' ? 'other' : 'user', text }
          : { role: 'tool', text: JSON.stringify(functionResponse.response) },
      ),
    ),
    tools: tools
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, parametersJsonSchema, parameters }) => ({
        name,
        schema: parametersJsonSchema ?? parameters,
      })),
  };
}

export const conversations = { chat, responses, anthropic, gemini };
