"""Huarong's tasks for language models as an environment of `verifiers`, which finds it by the name `huarong-tasks`."""

from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from huarong.suite import LanguageTask, tasks


class Config(vf.TasksetConfig):
    """The arguments of `huarong.suite.tasks`."""

    count: int = 100
    kinds: list[str] = Field(default_factory=list)
    families: list[str] = Field(default_factory=list)
    difficulties: list[str] = Field(default_factory=list)
    form: str = "text"
    language: str = "en"
    seed: int = 0


class Data(vf.TaskData):
    """A task as a line of a file; the model gets the prompt alone."""

    line: dict[str, Any]


class Task(vf.Task[Data]):
    """A task whose reward is the score of the last reply."""

    @vf.reward
    async def graded(self, trace: vf.Trace) -> float:
        """The score, from 0 to 1."""
        return LanguageTask.from_json(self.data.line).judge(trace.last_reply)[0]


class Tasks(vf.Taskset[Task, Config]):
    """The tasks of a configuration."""

    def load(self) -> list[Task]:
        """Draw them."""
        chosen = self.config.model_dump(include=set(Config.__annotations__))
        lines = [each.to_json() for each in tasks(**chosen)]
        return [Task(Data(id=each["id"], prompt=_prompt(**each), line=each)) for each in lines]


def _prompt(prompt: str, image: str | None, **_: Any) -> Any:
    url = {"url": f"data:image/png;base64,{image}"}
    parts = [{"type": "text", "text": prompt}, {"type": "image_url", "image_url": url}]
    return [vf.UserMessage(content=parts)] if image else prompt


def load_environment(**config: Any) -> vf.Env:
    """The environment of a configuration; the keys are those of `Config`."""
    return vf.load_environment(vf.resolve_env_config({"taskset": {"id": "huarong-tasks", **config}}))


__all__ = ["Tasks", "load_environment"]
