"""Runs the samples of the README, from top to bottom, as one program."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from .conftest import SceneClient

README = Path(__file__).parents[2] / "README.md"


def test_the_samples_run(
    scenes: SceneClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(r"^```python\n(.+?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) > 4
    (tmp_path / "june.pdf").write_bytes(scenes.document("payslip").data)
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "samples"}
    exec(compile("\n".join(blocks), str(README), "exec"), namespace)  # noqa: S102
    printed = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r".+ \d+\.\d\d", printed[0])
    assert "no such user" in printed
    assert "400" in printed
    assert namespace["verified"].format == "pdf"
