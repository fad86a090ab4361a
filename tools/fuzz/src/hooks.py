"""Schemathesis loads this file: see https://schemathesis.readthedocs.io/en/stable/guides/extending/"""

import schemathesis
from schemathesis import GenerationMode


@schemathesis.check
def valid_input_is_not_malformed(ctx, response, case):
    """Input that fits the published schema may be refused for what it means, but never for its form."""
    is_valid = case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE
    if is_valid and response.status_code == 400:
        assert response.json().get("code") != "ValidationFailed", f"valid input was refused: {response.text}"
