"""Makes model.onnx: the sum of the weights of a passage's words, the question's left out;
and not-a-cross-encoder.onnx, which gives one number for each word.

Needs the Python package onnx; run in this folder. The vocabulary is that of tokenizer.json:
[PAD] [UNK] [CLS] [SEP] rent tax due refund
"""
import onnx
from onnx import TensorProto, helper

weights = [0.0, 0.0, 0.0, 0.0, 2.0, -1.0, 0.5, 1.0]
inputs = [
    helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
    for name in ("input_ids", "attention_mask", "token_type_ids")
]
nodes = [
    helper.make_node("Gather", ["weights", "input_ids"], ["weighed"]),
    helper.make_node("Mul", ["attention_mask", "token_type_ids"], ["in_passage"]),
    helper.make_node("Cast", ["in_passage"], ["counted"], to=TensorProto.FLOAT),
    helper.make_node("Mul", ["weighed", "counted"], ["parts"]),
    helper.make_node("ReduceSum", ["parts", "along"], ["logits"], keepdims=1),
]


def save(file, nodes, output, constants):
    graph = helper.make_graph(nodes, "tiny-cross-encoder", inputs, [output], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, file)


table = helper.make_tensor("weights", TensorProto.FLOAT, [8], weights)
along = helper.make_tensor("along", TensorProto.INT64, [1], [1])
save(
    "model.onnx",
    nodes,
    helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1]),
    [table, along],
)
save(
    "not-a-cross-encoder.onnx",
    nodes[:-1],
    helper.make_tensor_value_info("parts", TensorProto.FLOAT, ["batch", "length"]),
    [table],
)
