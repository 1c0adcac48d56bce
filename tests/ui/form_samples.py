"""Schemas that stories and tests make forms from."""

from patchbay.core.values import JsonObject

CHART: JsonObject = {
    "type": "object",
    "required": ["dataset", "kind"],
    "properties": {
        "dataset": {"type": "string", "description": "Name as shown by list_datasets"},
        "kind": {"enum": ["line", "area", "bar", "scatter"]},
        "days": {"type": "integer", "minimum": 1, "maximum": 365},
        "series": {
            "type": "array",
            "items": {"type": "string"},
            "description": "Columns to draw, in this order",
        },
        "y_max": {
            "type": ["number", "null"],
            "description": "Top of the axis; null fits the data",
        },
        "smooth": {"type": "boolean", "description": "Draw curves instead of straight lines"},
        "style": {
            "type": "object",
            "properties": {
                "palette": {"enum": ["harbour", "meadow", "ink"]},
                "line_width": {"type": "number"},
                "title": {"type": "string"},
                "legend": {"type": "boolean"},
            },
        },
    },
}
FILLED: JsonObject = {
    "dataset": "orders",
    "kind": "line",
    "days": 90,
    "series": ["north", "south", "west"],
    "y_max": None,
    "smooth": False,
    "style": {"palette": "harbour"},
}
EVERY_KIND: JsonObject = {
    "type": "object",
    "required": ["query", "agree", "people", "where"],
    "properties": {
        "query": {"type": "string", "default": "select 1", "description": "SQL to run"},
        "api_key": {"type": "string", "format": "password"},
        "due": {"type": "string", "format": "date"},
        "old_name": {"type": "string", "deprecated": True},
        "agree": {"type": "boolean", "description": "Without it nothing is written"},
        "limit": {"type": "integer", "default": 10},
        "ratio": {"type": "number", "exclusiveMinimum": 0},
        "level": {"enum": ["low", "high"], "default": "low"},
        "size": {"type": ["string", "null"], "enum": ["s", "m", None]},
        "people": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": {"type": "string"},
                    "age": {"type": "integer"},
                    "tags": {"type": "array", "items": {"type": "string"}},
                },
            },
        },
        "flags": {"type": "array", "items": {"type": "boolean"}},
        "filter": {
            "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
            "description": "One expression, or several that all have to hold",
        },
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "where": {
            "type": "object",
            "required": ["city"],
            "properties": {"city": {"type": "string"}, "country": {"type": ["string", "null"]}},
        },
        "a_name_that_is_much_longer_than_any_pane_of_a_window_could_ever_hold_in_one_line": {
            "type": "string",
            "description": "https://example.org/an/address/without/any/place/to/break/"
            "that/is/longer/than/the/pane/and/would/push/it/out/of/the/window?and=more&so=on",
        },
    },
}
EVERYTHING: JsonObject = {
    "query": "select *\nfrom orders\nwhere day > '2026-11-01'",
    "api_key": "not a real one",
    "due": "2026-12-24",
    "agree": True,
    "limit": 12345678901234567890,
    "ratio": 0.5,
    "level": "high",
    "size": None,
    "people": [{"name": "Ana", "tags": ["a", "b"]}, {"name": "Bo", "age": 7}],
    "flags": [True, False],
    "filter": ["a", "b"],
    "labels": {"x": "1"},
    "where": {"city": "Bergen", "country": None},
    "not_in_the_schema": [1, 2, {"deep": None}],
}
