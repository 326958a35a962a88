"""Asks every tool of `atodds mcp` through the official client: scripts/agent runs it."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(program: str, index: str) -> None:
    server = StdioServerParameters(command=program, args=["mcp", "--index", index])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        assert len(tools) == 6, [tool.name for tool in tools]
        assert all(tool.annotations.read_only_hint for tool in tools)

        async def ask(tool: str, **arguments):
            # The client refuses an answer that does not fit the tool's output schema.
            answer = await session.call_tool(tool, arguments)
            assert not answer.is_error, (tool, arguments, answer.content)
            assert answer.content[0].text.strip(), (tool, arguments)
            return answer.structured_content

        found = await ask("search_claims", query="H100 显存带宽")
        assert found["total"] > 1, found
        claim = await ask("get_claim", id=found["claims"][0]["id"])
        assert claim["lines"], claim
        findings = await ask("list_findings", status=["conflict"])
        assert findings["total"] >= 1, findings
        finding = await ask("explain_finding", id=findings["findings"][0]["id"], language="zh")
        assert len(finding["sides"]) >= 2, finding
        digest = await ask("digest", device="H100", max_bytes=5000)
        assert digest["markdown"].startswith("# "), digest
        status = await ask("status")
        assert status["current"], status
        refused = await session.call_tool("search_claims", {"query": "A100", "limitt": 1})
        assert refused.is_error and "limitt" in refused.content[0].text, refused
    print("the agent answered the official client")


asyncio.run(main(*sys.argv[1:]))
